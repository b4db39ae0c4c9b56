// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Scheduling;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.stopping.StopRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptivePlanTest {

    /** The rule for JMH's default plan, 5 x 10 s of warm-up and 5 x 10 s of measurement. */
    private static final String RULE = StopRule.standard(100).text();

    private static final String SHORT = StopRule.standard(0).text();

    private static Settings settings(Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(new SettingSource("system property", given)));
        assertThat(settings.problems()).isEmpty();
        return settings;
    }

    private static List<PlannedCase> cases(Map<String, String> given, Class<?> fixture) {
        return new CaseResolver(settings(given)).cases(BenchmarkClass.of(fixture));
    }

    private static CasePlan plan(Map<String, String> given, String method) {
        return cases(given, AdaptiveFixture.class).stream()
                .filter(planned -> planned.id().method().equals(method))
                .findFirst()
                .orElseThrow()
                .plan();
    }

    @Test
    void prefersAnnotationOfMethodToThatOfClass() {
        assertThat(plan(Map.of(), "asTheClass").adaptive())
                .contains(new AdaptivePlan(Optional.of(0.03), 4, 20, RULE, 0.05));
        assertThat(plan(Map.of(), "itself").adaptive())
                .contains(new AdaptivePlan(Optional.of(0.01), 3, 10, SHORT, 0.05));
    }

    @Test
    void derivesTimesOfRuleFromPlannedForkUnlessRuleIsNamed() {
        assertThat(plan(Map.of("microbench.warmupTime", "1s"), "asTheClass")
                        .adaptive()
                        .orElseThrow()
                        .rule())
                .isEqualTo(StopRule.standard(55).text());
        assertThat(plan(Map.of("microbench.stopRule", "pilot:first=8"), "asTheClass")
                        .adaptive()
                        .orElseThrow()
                        .rule())
                .startsWith("pilot:first=8,early=10,age=8,later=5,longest=100,");
    }

    @Test
    void usesShortIterationsAndOneOperationPerSingleShot() {
        assertThat(plan(Map.of(), "asTheClass").measurement().time()).isEqualTo(Duration.ofMillis(100));
        assertThat(plan(Map.of(), "itself").measurement().time()).isZero();
        assertThat(plan(Map.of("microbench.measurementTime", "20ms"), "asTheClass")
                        .measurement()
                        .time())
                .isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void prefersPropertyToAnnotation() {
        Map<String, String> given = Map.of(
                "microbench.precision", "2%",
                "microbench.forkRange", "5..",
                "microbench.starvation", "20%");

        assertThat(plan(given, "asTheClass").adaptive())
                .contains(new AdaptivePlan(Optional.of(0.02), 5, 20, RULE, 0.2));
    }

    @Test
    void acceptsPropertyWithoutAnnotation() {
        CasePlan plan = cases(Map.of("microbench.precision", "2%"), MergedFixture.class)
                .get(0)
                .plan();

        assertThat(plan.adaptive()).contains(new AdaptivePlan(Optional.of(0.02), 3, 10, SHORT, 0.05));
    }

    @Test
    void usesFixedPlanWithoutPrecisionOrBudget() {
        assertThat(cases(Map.of(), MergedFixture.class))
                .allSatisfy(planned -> assertThat(planned.plan().adaptive()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"forks", "warmupIterations", "measureIterations"})
    void prefersFixedNumbersOfCommandLineToAnnotation(String name) {
        assertThat(plan(Map.of(name, "7"), "itself").adaptive()).isEmpty();
        assertThat(plan(Map.of(name, "7", "microbench.precision", "2%"), "itself")
                        .adaptive())
                .isPresent();
    }

    @Test
    void usesFixedPlanInsideHost() {
        assertThat(plan(Map.of("forks", "0", "microbench.precision", "2%"), "itself")
                        .adaptive())
                .isEmpty();
    }

    @Test
    void addsForksWithinBudgetWithoutPrecision() {
        Settings settings = settings(Map.of("microbench.budget", "10m", "microbench.order", "Random"));
        List<PlannedCase> cases = new CaseResolver(settings).cases(BenchmarkClass.of(MergedFixture.class));
        Plan plan = new Planner(settings).plan(cases);

        assertThat(cases.get(0).plan().adaptive()).contains(new AdaptivePlan(Optional.empty(), 3, 100, SHORT, 0.05));
        assertThat(plan.scheduling())
                .isEqualTo(
                        new Scheduling(Scheduling.Order.RANDOM, Optional.of(Duration.ofMinutes(10)), Optional.empty()));
        assertThat(plan.scheduling().caseByCase()).isFalse();
        assertThat(plan.cost()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void replacesDefaultWithGivenNumber() {
        assertThat(forks(Map.of("microbench.precision", "2%", "microbench.forkRange", "..2")))
                .containsExactly(2, 2);
        assertThat(forks(Map.of("microbench.precision", "2%", "microbench.forkRange", "12..")))
                .containsExactly(12, 12);
        assertThat(forks(Map.of("microbench.precision", "2%", "microbench.forkRange", "..5")))
                .containsExactly(3, 5);
    }

    private static List<Integer> forks(Map<String, String> given) {
        AdaptivePlan plan = new CaseResolver(settings(given))
                .cases(BenchmarkClass.of(MergedFixture.class))
                .get(0)
                .plan()
                .adaptive()
                .orElseThrow();
        return List.of(plan.smallestForks(), plan.largestForks());
    }

    @Test
    void rejectsMinimumAboveMaximumOfForks() {
        assertThatThrownBy(() -> plan(Map.of("microbench.forkRange", "30.."), "asTheClass"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "asTheClass: a precision of 0.03 with minForks = 30 and maxForks = 20 cannot be used: the precision"
                                + " must be above 0, minForks must be at least 2, and maxForks at least minForks. See @Precision and"
                                + " microbench.forkRange.");
    }

    @Test
    void includesMinimumForksInCost() {
        PlannedCase planned = cases(Map.of(), AdaptiveFixture.class).get(0);

        assertThat(planned.forks()).isEqualTo(4);
        assertThat(planned.cost()).isEqualTo(Duration.ofSeconds(22));
    }
}
