// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.result.CaseId;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Formats a regression as a message that says what to do. */
public final class RegressionMessage {

    private RegressionMessage() {}

    /**
     * Returns the message of a red test: the old and new values, their certainty, the criterion, and how to measure
     * again; empty if nothing got worse.
     *
     * @param rerun returns the command that runs a case again
     */
    public static Optional<String> of(
            CaseVerdict verdict, String baseline, JudgeSettings settings, Function<CaseId, String> rerun) {
        if (!verdict.regressed()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        if (verdict.verdict() == Verdict.SLOWER) {
            lines.add(verdict.id().text() + " is slower than in baseline " + baseline);
            lines.add("  score: " + Numbers.score(verdict.baselineValue()) + " -> "
                    + Numbers.score(verdict.candidateValue()) + " " + verdict.unit());
            lines.add("  speed: " + Numbers.change(verdict.ratio() - 1) + ", interval "
                    + Numbers.change(verdict.low() - 1)
                    + " to " + Numbers.change(verdict.high() - 1) + " (" + Numbers.level(settings.confidence()) + ", "
                    + verdict.baselineForks() + " and " + verdict.candidateForks() + " forks)");
            lines.add(
                    "  counts as slower: the whole interval below " + Numbers.change(1 / (1 + settings.tolerance()) - 1)
                            + ", and p up to " + Numbers.probability(settings.threshold()) + cases(settings) + "; p = "
                            + Numbers.probability(verdict.p()));
        }
        verdict.allocation()
                .filter(bytes -> verdict.allocatesMore())
                .ifPresent(bytes -> lines.add(
                        lines.isEmpty()
                                ? verdict.id().text() + " allocates more than in baseline " + baseline + ": "
                                        + AllocationVerdict.bytes(bytes.baselineBytes(), bytes.candidateBytes())
                                : "  and " + bytes.text()));
        if (!verdict.note().isEmpty()) {
            lines.add("  note: " + verdict.note());
        }
        lines.add("  run it again: " + rerun.apply(verdict.id()));
        return Optional.of(String.join("\n", lines));
    }

    private static String cases(JudgeSettings settings) {
        return settings.cases() == 1 ? "" : " (one of " + settings.cases() + " cases)";
    }
}
