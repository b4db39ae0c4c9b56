// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.stopping.Training;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingSettingsTest {

    private static final Training TAUGHT = new Training(1, 4, 0.04, 5, OptionalDouble.empty());

    private static Settings settings(String... given) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < given.length; i += 2) {
            map.put(given[i], given[i + 1]);
        }
        return Settings.resolve(List.of(new SettingSource("system property", map)));
    }

    private static PlannedCase first(Settings settings) {
        assertThat(settings.problems()).isEmpty();
        return new CaseResolver(settings)
                .cases(BenchmarkClass.of(LadderFixtures.Climbing.class))
                .get(0);
    }

    private static AdaptivePlan trained(String... given) {
        Settings settings = settings(given);
        return planner(settings)
                .trained(TAUGHT, "20260504T030201Z-4f2a", first(settings))
                .plan()
                .adaptive()
                .orElseThrow();
    }

    private static Planner planner(Settings settings) {
        return new Planner(settings, new ForkArguments(settings, List.of(), Map.of()), Path.of(""));
    }

    @ParameterizedTest
    @CsvSource({"true, 5", "'', 5", "7, 7"})
    void measuresEachCaseInFull(String value, int forks) {
        PlannedCase planned = first(settings(
                "microbench.training", value,
                "microbench.history", "perf-history",
                "warmupIterations", "3",
                "microbench.warmupTime", "2s",
                "measureIterations", "4",
                "microbench.measurementTime", "500ms"));

        AdaptivePlan plan = planned.plan().adaptive().orElseThrow();
        assertThat(plan.smallestForks()).isEqualTo(forks);
        assertThat(plan.largestForks()).isEqualTo(forks);
        assertThat(plan.precision()).isEmpty();
        assertThat(plan.rule()).isEqualTo("fixed:warmup=6.0,measured=2.0");
        assertThat(planned.plan().measurement().time()).hasMillis(100);
    }

    @Test
    void requiresHistory() {
        assertThat(settings("microbench.training", "true").problems())
                .containsExactly(
                        "microbench.training = \"true\" (system property) stores its results in a history. Name one:"
                                + " microbench.history=perf-history.");
    }

    @ParameterizedTest
    @CsvSource({"forks, 3", "microbench.precision, 2%", "microbench.budget, 1m", "microbench.stopRule, pilot"})
    void rejectsOtherPlans(String name, String value) {
        assertThat(settings("microbench.training", "3", "microbench.history", "perf-history", name, value)
                        .problems())
                .containsExactly("microbench.training = \"3\" (system property) and " + name + " = \"" + value
                        + "\" (system property) contradict each other: a training run measures each case in full, on"
                        + " one machine. Leave out one of the two settings.");
    }

    @Test
    void rejectsSingleFork() {
        assertThat(settings("microbench.training", "1", "microbench.history", "perf-history")
                        .problems())
                .singleElement()
                .asString()
                .contains("microbench.training = \"1\"", "a whole number of forks, 2 or more, or nothing for 5");
    }

    @Test
    void plansForksFromTrainingData() {
        AdaptivePlan plan = trained("microbench.precision", "3%");

        assertThat(plan.rule()).startsWith("trained:from=1,to=4,");
        assertThat(plan.training()).contains("20260504T030201Z-4f2a");
        assertThat(plan.precision()).contains(0.03);
        // (1.2 * 4 % / 3 %)^2
        assertThat(plan.smallestForks()).isEqualTo(3);
        assertThat(plan.largestForks()).isEqualTo(10);
        assertThat(trained("microbench.budget", "1m").smallestForks()).isEqualTo(3);
    }

    @Test
    void prefersExplicitSettingsToTraining() {
        assertThat(trained("microbench.precision", "3%", "microbench.forkRange", "7..")
                        .smallestForks())
                .isEqualTo(7);
        assertThat(trained("microbench.precision", "3%", "microbench.forkRange", "..3")
                        .smallestForks())
                .isEqualTo(3);
        AdaptivePlan ruled = trained("microbench.precision", "3%", "microbench.stopRule", "fixed:warmup=5,measured=2");
        assertThat(ruled.rule()).isEqualTo("fixed:warmup=5,measured=2");
        assertThat(ruled.training()).isEmpty();
    }

    @Test
    void appliesToPrecisionsUpToFivePercent() {
        assertThat(trained("microbench.precision", "5%").training()).isPresent();
        assertThat(trained("microbench.precision", "5.1%").training()).isEmpty();
    }

    @Test
    void keepsFixedPlans() {
        Settings settings = settings();
        PlannedCase fixed = first(settings);
        assertThat(planner(settings).trained(TAUGHT, "20260504T030201Z-4f2a", fixed))
                .isEqualTo(fixed);
    }
}
