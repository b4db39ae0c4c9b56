// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.TrainingNight;
import io.microbench.history.TrainingNight.CaseTraining;
import io.microbench.history.TrainingNight.Trainings;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.Mode;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunTrainingTest {

    private static final Fingerprint HERE = new Fingerprint("JDK 21", "VM", "EPYC", "Linux");
    private static final Fingerprint ELSEWHERE = new Fingerprint("JDK 25", "VM", "EPYC", "Linux");
    private static final Instant NIGHT = Instant.parse("2026-05-04T03:00:00Z");

    private static final PlannedCase ENCODE = planned("encode", Optional.empty());

    private static PlannedCase planned(String method, Optional<String> jvm) {
        return planned(method, jvm, 0.02);
    }

    private static PlannedCase planned(String method, Optional<String> jvm, double precision) {
        CasePlan plan = CasePlan.builder(Mode.AVERAGE_TIME)
                .jvm(jvm)
                .build()
                .withAdaptive(new AdaptivePlan(Optional.of(precision), 3, 10, "pilot", 0.05), Duration.ofMillis(100));
        return new PlannedCase(
                new CaseId("a.Codec", method, new TreeMap<>(), 1, Optional.empty()), RunTrainingTest.class, plan);
    }

    private static TrainingNight night(String id, int day, Fingerprint where, double to) {
        return new TrainingNight(
                id,
                NIGHT.plus(Duration.ofDays(day)),
                where,
                List.of(new CaseTraining(ENCODE.id().text(), 1, to, 0.01, 5, OptionalDouble.empty())));
    }

    private static RunTraining training(TrainingNight... nights) {
        Settings settings = Settings.resolve(List.of(new SettingSource("test", Map.of("microbench.precision", "2%"))));
        return new RunTraining(new Planner(settings), new Trainings(List.of(nights)), HERE);
    }

    @Test
    void usesLatestTrainingOfThisMachine() {
        RunTraining training =
                training(night("third", 3, ELSEWHERE, 9), night("second", 2, HERE, 5), night("first", 1, HERE, 3));

        AdaptivePlan plan = training.replanned(ENCODE).plan().adaptive().orElseThrow();

        assertThat(plan.training()).contains("second");
        assertThat(plan.rule()).startsWith("trained:from=1,to=5,");
        assertThat(training.note(4)).contains("1 of 4 cases planned by the training run second");
    }

    @Test
    void reportsAndIgnoresTrainingOfAnotherJdk() {
        RunTraining training = training(night("first", 1, ELSEWHERE, 3));

        assertThat(training.replanned(ENCODE)).isEqualTo(ENCODE);
        assertThat(training.note(1))
                .contains("1 case has training data only from another machine or JDK, which is not used");
    }

    @Test
    void ignoresTrainingForCaseWithDifferentJvm() {
        RunTraining training = training(night("first", 1, HERE, 3));
        PlannedCase other = planned("encode", Optional.of("/opt/jdk/bin/java"));

        assertThat(training.replanned(other)).isEqualTo(other);
    }

    @Test
    void needsNoTrainingForCoarsePrecision() {
        RunTraining training = training(night("first", 1, HERE, 3));
        PlannedCase coarse = planned("encode", Optional.empty(), 0.1);

        assertThat(training.replanned(coarse)).isEqualTo(coarse);
        assertThat(training.note(2)).isEmpty();
    }

    @Test
    void keepsPlanWithoutTraining() {
        RunTraining training = training(night("first", 1, HERE, 3));
        PlannedCase decode = planned("decode", Optional.empty());

        assertThat(training.replanned(decode)).isEqualTo(decode);
        assertThat(training.note(1)).isEmpty();
    }
}
