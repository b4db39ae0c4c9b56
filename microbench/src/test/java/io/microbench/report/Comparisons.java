// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict.Change;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Creates synthetic comparisons. */
final class Comparisons {

    private Comparisons() {}

    static CaseVerdict verdict(CaseId id, Verdict verdict, double ratio, OptionalInt moreForks, String note) {
        return VerdictBuilder.of(id, verdict)
                .baselineValue(1000)
                .candidateValue(1000 * ratio)
                .unit("ops/ms")
                .higherIsBetter(true)
                .ratio(ratio)
                .low(ratio - 0.01)
                .high(ratio + 0.01)
                .p(verdict == Verdict.UNDECIDED ? 0.21 : 0.00001)
                .smallestChange(0.0123)
                .baselineForks(5)
                .candidateForks(5)
                .moreForks(moreForks)
                .note(note)
                .build();
    }

    /**
     * Returns a comparison of the samples: the first case is slower, the second undecided, one is missing and one
     * added.
     */
    static RunComparison comparison() {
        List<CaseId> ids = Samples.cases().stream().map(c -> c.id()).toList();
        CaseVerdict slower = verdict(ids.get(0), Verdict.SLOWER, 0.9, OptionalInt.empty(), "");
        CaseVerdict more = VerdictBuilder.of(slower.id(), slower.verdict())
                .baselineValue(slower.baselineValue())
                .candidateValue(slower.candidateValue())
                .unit(slower.unit())
                .higherIsBetter(slower.higherIsBetter())
                .ratio(slower.ratio())
                .low(slower.low())
                .high(slower.high())
                .p(slower.p())
                .smallestChange(slower.smallestChange())
                .baselineForks(slower.baselineForks())
                .candidateForks(slower.candidateForks())
                .moreForks(slower.moreForks())
                .allocation(Optional.of(new AllocationVerdict(Change.MORE, 24, 40)))
                .build();
        return new RunComparison(
                "main",
                "20260504T030201Z-4f2a",
                List.of(more, verdict(ids.get(1), Verdict.UNDECIDED, 0.995, OptionalInt.of(7), "fork 2 is far off")),
                0.946,
                0.941,
                0.951,
                0.01,
                List.of(
                        new EnvironmentDifference("JDK", "21.0.4", "21.0.5", true),
                        new EnvironmentDifference("Load before", "0.10", "0.25", false)),
                List.of(Samples.id("gone", Map.of(), 1)),
                List.of(ids.get(2)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns a comparison with the given verdicts. */
    static RunComparison of(List<CaseVerdict> verdicts) {
        return new RunComparison(
                "main",
                "new",
                verdicts,
                1,
                0.99,
                1.01,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static RunComparison refused(String why) {
        return nothingJudged(List.of(), List.of(), Optional.of(why));
    }

    /** Returns a comparison without a verdict. */
    static RunComparison nothingJudged(List<CaseId> missing, List<CaseId> added, Optional<String> refusal) {
        return new RunComparison(
                "main",
                "new",
                List.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                0.01,
                List.of(),
                missing,
                added,
                refusal,
                Optional.empty(),
                Optional.empty());
    }
}
