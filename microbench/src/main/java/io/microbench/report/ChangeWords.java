// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.ForkAdvice;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.StringJoiner;

/** Formats what changed in a suite compared with the baseline. */
final class ChangeWords {

    /** The most cases that are named; if there are more, only the one that changed most is. */
    private static final int MOST_NAMES = 2;

    private ChangeWords() {}

    /**
     * Returns the changes of the cases; empty without a verdict.
     *
     * @param verdicts those of the suite, the most important first
     */
    static String of(RunComparison comparison, List<CaseVerdict> verdicts) {
        if (verdicts.isEmpty()) {
            return "";
        }
        String baseline = comparison.baselineName();
        StringJoiner words = new StringJoiner(", ");
        changed(verdicts, Verdict.SLOWER, comparison, words);
        changed(verdicts, Verdict.FASTER, comparison, words);
        heavier(verdicts, words);
        boolean still = words.length() == 0;
        long same = count(verdicts, Verdict.SAME);
        if (still && same == verdicts.size()) {
            return (same == 1 ? "" : same == 2 ? "both are " : "all " + same + " are ") + "the same as " + baseline;
        }
        if (still) {
            words.add("no significant change from " + baseline);
        }
        if (same > 0) {
            words.add(same + (same == 1 ? " is the same" : " are the same"));
        }
        undecided(verdicts, words);
        return words.toString();
    }

    private static void changed(
            List<CaseVerdict> verdicts, Verdict verdict, RunComparison comparison, StringJoiner words) {
        List<CaseVerdict> changed =
                verdicts.stream().filter(v -> v.verdict() == verdict).toList();
        if (changed.size() <= MOST_NAMES) {
            changed.forEach(v -> words.add(v.id().displayName() + " is " + change(v, comparison)));
        } else {
            CaseVerdict most = changed.get(0);
            words.add(changed.size() + " of " + verdicts.size() + " are "
                    + (verdict == Verdict.SLOWER ? "slower" : "faster") + ", "
                    + most.id().displayName() + " " + change(most, comparison));
        }
    }

    private static String change(CaseVerdict v, RunComparison comparison) {
        String baseline = comparison.baselineName();
        double confidence = 1 - comparison.level();
        if (v.verdict() == Verdict.SLOWER) {
            return v.high() < 1 && v.low() > 0
                    ? Shares.slower(new Interval(1 / v.high(), 1 / v.low(), confidence), baseline)
                    : "slower than " + baseline;
        }
        return v.low() > 1
                ? Shares.faster(new Interval(v.low(), v.high(), confidence), baseline)
                : "faster than " + baseline;
    }

    private static void heavier(List<CaseVerdict> verdicts, StringJoiner words) {
        long heavier = verdicts.stream().filter(CaseVerdict::allocatesMore).count();
        if (heavier > 0) {
            words.add(heavier + (heavier == 1 ? " allocates more" : " allocate more"));
        }
    }

    private static void undecided(List<CaseVerdict> verdicts, StringJoiner words) {
        long undecided = count(verdicts, Verdict.UNDECIDED);
        if (undecided > 0) {
            words.add(undecided
                    + (undecided == 1 ? " is undecided" : " are undecided")
                    + advice(
                            undecided,
                            verdicts.stream()
                                    .filter(v -> v.verdict() == Verdict.UNDECIDED)
                                    .flatMapToInt(v -> v.moreForks().stream())
                                    .toArray()));
        }
    }

    /** Returns whether more forks would help undecided cases, given the number that each needs if known. */
    private static String advice(long undecided, int... forks) {
        long beyond = Arrays.stream(forks)
                .filter(more -> !ForkAdvice.isReasonable(more))
                .count();
        if (beyond > 0) {
            String which = beyond < undecided ? beyond + " of them" : undecided == 1 ? "it" : "them";
            return ", and more forks are unlikely to decide " + which;
        }
        OptionalInt most = Arrays.stream(forks).max();
        return most.isPresent() ? " and would take up to " + Counted.of(most.getAsInt(), "more fork") + " a side" : "";
    }

    private static long count(List<CaseVerdict> verdicts, Verdict verdict) {
        return verdicts.stream().filter(v -> v.verdict() == verdict).count();
    }
}
