// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkLinesTest {

    private static final Optional<String> UNIT = Optional.of("ns/op");

    private static TestPlans works() {
        return TestPlans.of(FailingFixture.class, "works");
    }

    private static PlannedCase adaptive(Optional<Double> precision) {
        PlannedCase fixed = works().planned();
        return new PlannedCase(
                fixed.id(),
                FailingFixture.class,
                fixed.plan().withAdaptive(new AdaptivePlan(precision, 3, 10, "rule", 0.05), Duration.ofMillis(100)));
    }

    private static IterationResult iteration(Phase phase, int number, double score, boolean starved) {
        return new IterationResult(
                phase,
                number,
                MadeRecords.START.plusSeconds(number),
                score,
                1,
                Map.of(),
                Map.of(),
                Optional.of(MadeRecords.signs(2, 0, 0, 0, 0, 0, starved)));
    }

    /** Returns a fork with a warm-up iteration and one measured iteration per score, each of two seconds. */
    private static ForkResult.Builder fork(boolean lastStarved, double... scores) {
        List<IterationResult> iterations = new ArrayList<>();
        iterations.add(iteration(Phase.WARMUP, 1, 999, false));
        for (int i = 0; i < scores.length; i++) {
            iterations.add(iteration(Phase.MEASUREMENT, i + 1, scores[i], lastStarved && i == scores.length - 1));
        }
        return MadeRecords.fork(1).iterations(iterations);
    }

    private static Optional<ForkStop> stop(ForkStop.State state) {
        return Optional.of(new ForkStop(state, "rule"));
    }

    @Test
    void numbersWarmUpAndMeasuredForksSeparately() {
        PlannedCase planned = works().forks(3).warmupForks(2).planned();

        assertThat(ForkLines.announcement(planned, true, 1)).isEqualTo("# Warmup Fork: 1 of 2");
        assertThat(ForkLines.announcement(planned, false, 3)).isEqualTo("# Fork: 3 of 3");
    }

    @Test
    void warnsAboutRunInsideHost() {
        assertThat(ForkLines.announcement(works().forks(0).planned(), false, 1))
                .isEqualTo("# Fork: none, runs inside this JVM; NOT COMPARABLE");
    }

    @Test
    void announcesRequiredPrecision() {
        String id = FailingFixture.class.getName() + ".works:threads=1";

        assertThat(ForkLines.announcement(adaptive(Optional.of(0.02)), false, 4))
                .isEqualTo("# Fork: 4, until +-2% with 3 to 10 forks: " + id);
        assertThat(ForkLines.announcement(adaptive(Optional.empty()), false, 4)).isEqualTo("# Fork: 4: " + id);
    }

    @Test
    void printsMedianOfForkOfFixedPlan() {
        assertThat(ForkLines.summary(fork(false, 10, 12, 40).build(), UNIT))
                .isEqualTo("Done after 8 s: 12.000 ns/op; none of 4 iterations waited for a processor");
    }

    @Test
    void printsNoScoreWithoutUnit() {
        assertThat(ForkLines.summary(fork(false, 10).build(), Optional.empty()))
                .isEqualTo("Done after 4 s; none of 2 iterations waited for a processor");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STEADY        | Steady after 4 s of 8 s: 11.000 ns/op",
                "UNSTEADY      | Possibly unsteady: no stable level within 8 s: 11.000 ns/op",
                "OUT_OF_TIME   | Out of time after 8 s, before it was known to be steady: 11.000 ns/op",
                "NO_QUIET_TIME | NO QUIET TIME within 8 s"
            })
    void printsEndOfForkBeforeScore(ForkStop.State state, String line) {
        ForkResult fork = fork(true, 10, 12, 40).stop(stop(state)).build();

        assertThat(ForkLines.summary(fork, UNIT)).isEqualTo(line + "; 1 of 4 iterations waited for a processor");
    }

    @Test
    void printsReasonInsteadOfScoreForFailedFork() {
        Failure failure = new Failure(Failure.Kind.THREW, "java.io.IOException: disk", "", List.of(), List.of());

        assertThat(ForkLines.summary(
                        fork(false, 10).failure(Optional.of(failure)).build(), UNIT))
                .isEqualTo("FAILED after 4 s: java.io.IOException: disk; none of 2 iterations waited for a processor");
    }
}
