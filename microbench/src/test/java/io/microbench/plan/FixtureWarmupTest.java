// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.settings.ThreadCounts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.options.Options;

/** Tests the plan and the cost of fixture warm-ups; nothing is started. */
class FixtureWarmupTest {

    private static Settings settings(Map<String, String> given) {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", given)));
        assertThat(settings.problems()).isEmpty();
        return settings;
    }

    private static List<PlannedCase> cases(String method, Map<String, String> given) {
        return new CaseResolver(settings(given))
                .cases(BenchmarkClass.of(LadderFixtures.Warmed.class)).stream()
                        .filter(planned -> planned.id().method().equals(method))
                        .toList();
    }

    private static Plan plan(List<PlannedCase> cases, Map<String, String> given) {
        Settings settings = settings(given);
        return new Planner(settings, new ForkArguments(settings, List.of(), Map.of()), Path.of("")).plan(cases);
    }

    @Test
    void warmsUpEachFamilyWithForkAtHighestRung() {
        List<PlannedCase> cases = cases("work", Map.of("microbench.measurementTime", "7s", "forks", "2"));

        assertThat(cases).hasSize(6).allSatisfy(planned -> {
            PlannedCase fork = planned.warmup().orElseThrow();
            assertThat(fork.id()).isEqualTo(planned.id().withThreads(50));
            assertThat(fork.plan().threads()).isEqualTo(50);
            assertThat(fork.plan().forks()).isEqualTo(1);
            assertThat(fork.plan().warmup().count()).isZero();
            assertThat(fork.plan().measurement().count()).isEqualTo(5);
            assertThat(fork.plan().measurement().time()).isEqualTo(Duration.ofSeconds(7));
            assertThat(fork.plan().profilers()).isEmpty();
            assertThat(fork.warmup()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"3s, 300ms, 10, 300", "1s, 300ms, 4, 300", "500ms, 1s, 1, 500"})
    void prefersSettingToAnnotationAndLimitsIterationLength(String setting, String iteration, int count, long millis) {
        Map<String, String> given =
                Map.of("microbench.fixtureWarmup", setting, "microbench.measurementTime", iteration);
        PlannedCase fork = cases("cold", given).get(0).warmup().orElseThrow();

        assertThat(fork.plan().measurement().count()).isEqualTo(count);
        assertThat(fork.plan().measurement().time()).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void isDisabledByZero() {
        assertThat(cases("work", Map.of("microbench.fixtureWarmup", "0")))
                .allSatisfy(planned -> assertThat(planned.warmup()).isEmpty());
        assertThat(cases("cold", Map.of()))
                .allSatisfy(planned -> assertThat(planned.warmup()).isEmpty());
    }

    @Test
    void ignoresOptionsOfClass() {
        PlannedCase plain = cases("work", Map.of()).get(0);
        PlannedCase planned =
                plain.with(plain.plan().withJvmArgs(List.of()), builder -> builder.measurementIterations(77)
                        .warmupIterations(66)
                        .measurementBatchSize(5));
        PlannedCase fork = planned.warmup().orElseThrow();
        Options options = RequestedOptions.of(fork.plan(), fork.options()).options();

        assertThat(options.getMeasurementIterations().get()).isEqualTo(3);
        assertThat(options.getMeasurementTime().get().toString()).isEqualTo("10 s");
        assertThat(options.getWarmupIterations().get()).isZero();
        assertThat(options.getMeasurementBatchSize().get()).isEqualTo(5);
    }

    @Test
    void warmsUpSingleShotsWithPlannedFork() {
        PlannedCase planned = cases("once", Map.of("measureIterations", "4")).get(0);
        PlannedCase fork = planned.warmup().orElseThrow();

        assertThat(fork.plan().measurement()).isEqualTo(planned.plan().measurement());
        assertThat(fork.plan().threads()).isEqualTo(50);
        assertThat(FixtureWarmup.text(fork)).isEqualTo("with 50 threads");
    }

    @Test
    void limitsWarmUpOfSqueezeToUsualThreadCount() {
        Map<String, String> given = Map.of("microbench.threads", "squeeze:1..900");
        int top = ThreadCounts.defaultTop();

        assertThat(cases("work", given)).hasSize(1800).allSatisfy(planned -> assertThat(
                        planned.warmup().orElseThrow().plan().threads())
                .isEqualTo(top));
    }

    @Test
    void includesWarmUpOncePerFamilyInPrintedCost() {
        Map<String, String> given = Map.of(
                "forks", "1", "warmupIterations", "0", "measureIterations", "1", "microbench.measurementTime", "1s");
        List<PlannedCase> cases = cases("work", given);
        Plan plan = plan(cases, given);

        assertThat(plan.forks()).isEqualTo(6 + 2);
        assertThat(plan.cost())
                .isEqualTo(Duration.ofSeconds(6 + 2 * 30)
                        .plus(PlannedCase.FORK_START.multipliedBy(6 + 2))
                        .plus(FixtureWarmup.FIXTURE_START.multipliedBy(2)));
        assertThat(CaseListing.total(plan))
                .isEqualTo("6 cases, 8 forks, about 1 min 12 s (with 2 warm-ups of fixtures, 1 min 3 s)");
        List<PlannedCase> off =
                cases.stream().map(planned -> planned.switchedOff("no")).toList();
        assertThat(CaseListing.total(plan(off, given))).isEqualTo("6 cases, 0 forks, about 0 ms");
    }

    @Test
    void rejectsNegativeTimeInAnnotation() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() ->
                        new CaseResolver(settings(Map.of())).cases(BenchmarkClass.of(LadderFixtures.Negative.class)))
                .withMessage(
                        "io.microbench.plan.LadderFixtures.Negative.work: @Fixture.Use(warmupSeconds = -1) cannot be used."
                                + " Expected a number of seconds, 0 or more.");
    }
}
