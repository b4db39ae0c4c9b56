// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.gate.NightlyGate.Confirmation;
import io.microbench.history.CaseSummary;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.LoneCase;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import io.microbench.warning.MadeCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** A commit doubles the time of an asynchronous unit, while the method that starts it takes as long as before. */
class SlowUnitTest {

    private static final double BODY = 2500;

    /** Returns a case as it is recorded, in milliseconds; each value is a fork. */
    private static CaseResult units(double... forks) {
        List<ForkResult> all = DoubleStream.of(forks)
                .mapToObj(value -> made(value).forks().get(0))
                .toList();
        return made(forks[0]).withForks(all);
    }

    private static CaseResult made(double millis) {
        return new MadeCase()
                .method("pipeline")
                .score("avgt", millis, "ms/op")
                .iterations(millis)
                .secondary(Metric.BODY, BODY, "ms/op")
                .result();
    }

    private static RunSummary night(int number, double millis) {
        CaseResult result = units(millis * (1 + 0.002 * (number % 3)));
        RunSummary any = Nights.night(number, 1, 1);
        return RunSummaryBuilder.of(any)
                .cases(List.of(CaseSummary.of(result, MadeCase.run(result)).orElseThrow()))
                .build();
    }

    /** Answers with the verdict on recorded forks of both commits. */
    private static final class Forks implements Confirmation {

        @Override
        public String head() {
            return Nights.commit(14);
        }

        @Override
        public Duration budget() {
            return Duration.ofMinutes(10);
        }

        @Override
        public Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left) {
            CaseResult before = units(99.8, 99.9, 100, 100.1, 100.2);
            CaseResult after = units(199.8, 199.9, 200, 200.1, 200.2);
            CaseVerdict verdict = LoneCase.judge(
                    before.id(),
                    ScoreUnit.of(before.plan().mode(), "ms/op"),
                    before.forkValues(),
                    after.forkValues(),
                    JudgeSettings.DEFAULTS);
            return new Answer(List.of(verdict), Map.of(), Map.of(), Set.of(), Duration.ofMinutes(1));
        }

        @Override
        public List<String> commits(String baseline, String candidate, List<String> classes) {
            return List.of("the slow one");
        }
    }

    private static GateResult tonight(double millis) {
        List<RunSummary> runs = new ArrayList<>();
        for (int night = 0; night < 14; night++) {
            runs.add(night(night, 100));
        }
        runs.add(night(14, millis));
        return new NightlyGate(HistoryAnalysis.DEFAULTS, new Forks()).judge(runs, runs.get(14), List.of());
    }

    @Test
    void isConfirmedByTheGate() {
        assertThat(tonight(200).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.CONFIRMED);
            assertThat(finding.verdict().orElseThrow().ratio()).isBetween(0.49, 0.51);
            assertThat(finding.commits()).containsExactly("the slow one");
        });
    }

    @Test
    void isNotSuspectedIfUnchanged() {
        assertThat(tonight(100).findings()).isEmpty();
    }

    /** A night with the score of the method is not compared with nights with that of the unit. */
    @Test
    void separatesScoresOfMethodAndUnit() {
        CaseResult call =
                new MadeCase().method("pipeline").score("avgt", BODY, "ms/op").result();
        CaseSummary before = CaseSummary.of(call, MadeCase.run(call)).orElseThrow();
        CaseSummary after = CaseSummary.of(made(100), MadeCase.run(made(100))).orElseThrow();

        assertThat(before.setup().facts()).contains("Score=of a call");
        assertThat(after.setup().facts()).contains("Score=time of a unit of work");
        assertThat(Optional.of(before.unit())).contains(after.unit());
    }
}
