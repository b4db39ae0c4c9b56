// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan;
import io.microbench.result.SettingValue;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PresetTest {

    private static Settings settings(Map<String, String> given) {
        return Settings.resolve(List.of(new SettingSource("system property", given)));
    }

    private static Plan plan(Settings settings, Class<?> fixture, String method) {
        assertThat(settings.problems()).isEmpty();
        List<PlannedCase> cases = new CaseResolver(settings)
                .cases(BenchmarkClass.of(fixture)).stream()
                        .filter(planned -> planned.id().method().equals(method))
                        .toList();
        return new Planner(settings, new ForkArguments(settings, List.of(), Map.of()), Path.of("")).plan(cases);
    }

    /** One second of warm-up and three of samples for each of 21 rungs (84 s), and the start of 21 forks. */
    @Test
    void plansTwentyOneRungsOfFourSecondsForKhepri() {
        Plan plan = plan(settings(Map.of("microbench.preset", "khepri")), LadderFixtures.Climbing.class, "work");

        assertThat(plan.cases()).hasSize(21);
        assertThat(plan.cases())
                .extracting(planned -> planned.id().threads())
                .startsWith(1, 10, 20)
                .endsWith(200);
        assertThat(plan.cases()).extracting(PlannedCase::plan).allSatisfy(PresetTest::usesTimesOfKhepri);
        assertThat(plan.forks()).isEqualTo(21);
        assertThat(plan.cost()).isEqualTo(Duration.ofSeconds(84).plus(PlannedCase.FORK_START.multipliedBy(21)));
    }

    private static void usesTimesOfKhepri(CasePlan plan) {
        assertThat(plan.forks()).isEqualTo(1);
        assertThat(plan.warmup().count()).isEqualTo(1);
        assertThat(plan.warmup().total()).isEqualTo(Duration.ofSeconds(1));
        assertThat(plan.measurement().count()).isEqualTo(3);
        assertThat(plan.measurement().total()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void usesTimesOfKhepriForSqueeze() {
        Settings settings = settings(Map.of("microbench.preset", "squeeze", "microbench.maxThreads", "5"));
        Plan plan = plan(settings, LadderFixtures.Climbing.class, "work");

        assertThat(plan.scheduling().patience()).contains(3);
        assertThat(plan.cases()).hasSize(5).extracting(PlannedCase::plan).allSatisfy(PresetTest::usesTimesOfKhepri);
    }

    @Test
    void plansTwoDistantRungsAndShortFixtureWarmUpForShort() {
        Plan plan = plan(settings(Map.of("microbench.preset", "short")), LadderFixtures.Warmed.class, "work");

        assertThat(plan.cases()).hasSize(4).allSatisfy(planned -> {
            assertThat(planned.plan().forks()).isEqualTo(1);
            assertThat(planned.plan().warmup().count()).isEqualTo(1);
            assertThat(planned.plan().warmup().total()).isEqualTo(Duration.ofMillis(300));
            assertThat(planned.plan().measurement().count()).isEqualTo(2);
            assertThat(planned.plan().measurement().total()).isEqualTo(Duration.ofMillis(600));
            assertThat(planned.fixtureWarmup()).contains(new FixtureWarmup(50, Duration.ofSeconds(3)));
        });
        assertThat(plan.cases()).extracting(planned -> planned.id().threads()).containsExactly(1, 50, 1, 50);
    }

    @Test
    void prefersExplicitSettingsOfAnySource() {
        Settings settings = Settings.resolve(List.of(
                new SettingSource("system property", Map.of("microbench.preset", "khepri", "forks", "3")),
                new SettingSource(SettingSource.FILE, Map.of("microbench.threads", "1,2"))));
        Plan plan = plan(settings, LadderFixtures.Climbing.class, "work");

        assertThat(plan.cases()).extracting(planned -> planned.id().threads()).containsExactly(1, 2);
        assertThat(plan.forks()).isEqualTo(6);
        assertThat(plan.settings())
                .contains(
                        new SettingValue("microbench.preset", "khepri", "system property"),
                        new SettingValue("forks", "3", "system property"),
                        new SettingValue("microbench.threads", "1,2", SettingSource.FILE),
                        new SettingValue("measureIterations", "3", "preset khepri"));
    }

    @Test
    void plansLookAndNightlyAdaptivelyWithinBudget() {
        Plan look = plan(settings(Map.of("microbench.preset", "look")), LadderFixtures.Climbing.class, "work");
        Plan nightly = plan(
                settings(Map.of("microbench.preset", "nightly", "microbench.precision", "3%")),
                LadderFixtures.Climbing.class,
                "work");

        assertThat(look.scheduling().budget()).contains(Duration.ofMinutes(5));
        assertThat(look.cases()).allSatisfy(planned -> assertThat(
                        planned.plan().adaptive().orElseThrow().precision())
                .contains(0.05));
        assertThat(nightly.scheduling().budget()).contains(Duration.ofMinutes(80));
        assertThat(nightly.cases()).allSatisfy(planned -> assertThat(
                        planned.plan().adaptive().orElseThrow().precision())
                .contains(0.03));
    }

    @Test
    void disablesPretouchForLookUnlessArgumentsAreGiven() {
        assertThat(settings(Map.of("microbench.preset", "look")).value(KnownSettings.JVM_ARGS))
                .containsExactly("-XX:-AlwaysPreTouch");
        assertThat(settings(Map.of("microbench.preset", "look", "microbench.jvmArgs", "-Xmx2g"))
                        .value(KnownSettings.JVM_ARGS))
                .containsExactly("-Xmx2g");
        assertThat(settings(Map.of("microbench.preset", "nightly")).value(KnownSettings.JVM_ARGS))
                .isEmpty();
    }

    @Test
    void usesScheduleOfJmhForFull() {
        Plan plan = plan(settings(Map.of("microbench.preset", "full")), LadderFixtures.Climbing.class, "work");

        assertThat(plan.cases()).allSatisfy(planned -> {
            assertThat(planned.plan().adaptive()).isEmpty();
            assertThat(planned.plan().forks()).isEqualTo(5);
            assertThat(planned.plan().warmup().total()).isEqualTo(Duration.ofSeconds(50));
            assertThat(planned.plan().measurement().total()).isEqualTo(Duration.ofSeconds(50));
        });
    }

    @Test
    void rejectsFixedNumbersForAdaptivePreset() {
        assertThat(settings(Map.of("microbench.preset", "look", "forks", "1")).problems())
                .containsExactly(
                        "microbench.preset = \"look\" (system property) and forks = \"1\" (system property) contradict"
                                + " each other: it measures each case for as long as necessary, within microbench.forkRange. Leave"
                                + " out one of the two settings.");
        assertThat(settings(Map.of("microbench.preset", "full", "forks", "1")).problems())
                .isEmpty();
    }

    @Test
    void rejectsUnknownName() {
        assertThat(settings(Map.of("microbench.preset", "erlperf")).problems())
                .containsExactly("microbench.preset = \"erlperf\" (system property) cannot be used. Expected khepri,"
                        + " squeeze, short, look, nightly or full.");
    }
}
