// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.result.CaseId;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * Describes the change of one case between two runs, and its certainty.
 *
 * <p>The ratio is one of speed, whatever the mode: above 1 the candidate is faster. If a higher score is better, it is the
 * value of the candidate over that of the baseline, otherwise the reverse.
 *
 * @param baselineValue value of the baseline, from one value per fork
 * @param unit the unit of both values, {@code ops/ms} or {@code ns/op}
 * @param ratio speed of the candidate over that of the baseline; 1 for no change
 * @param low lower end of the ratio's interval, which is at the level of the comparison
 * @param p probability of a difference at least as large if nothing had changed, in 0..1; NaN without a test
 * @param smallestChange the smallest change, as a share, that would most likely have been detected: 0.02 for 2 %; NaN if
 *     unknown, or if these forks are too few to detect any change
 * @param moreForks how many more forks on each side would most likely decide; empty if it is decided, or if no number of
 *     forks would
 * @param allocation the change of the allocation, if both runs measured it
 * @param note a remark to print; may be empty
 * @param baselineInterval the interval of {@code baselineValue} over forks; empty with one fork of the baseline
 * @param node the node that measured both sides alternately, or several of the same kind; empty for one machine
 * @param rerunForks forks per side for a new measurement if the case changed by 1.5x or more and has too few forks;
 *     otherwise empty
 * @param ruledOut the suspected slowdown that these forks exclude; empty if none was suspected or it is still possible
 */
public record CaseVerdict(
        CaseId id,
        Verdict verdict,
        @JsonAlias("oldValue") double baselineValue,
        @JsonAlias("newValue") double candidateValue,
        String unit,
        boolean higherIsBetter,
        double ratio,
        double low,
        double high,
        double p,
        double smallestChange,
        @JsonAlias("oldForks") int baselineForks,
        @JsonAlias("newForks") int candidateForks,
        OptionalInt moreForks,
        Optional<AllocationVerdict> allocation,
        String note,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Interval> baselineInterval,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> node,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) OptionalInt rerunForks,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RuledOut> ruledOut) {

    static final String NO_RATIO = "a fork's score is not above 0, so there is no ratio";

    /** The beginning of the note of a case with {@link #rerunForks}. */
    static final String LARGE_CHANGE = "large change, too few forks: ";

    /** The beginning of the reason why a changed case is undecided. */
    static final String MACHINE_CHANGED = "the machine may have changed as much";

    /** The end of that reason, with the next step. */
    static final String ALTERNATELY = "; measure both builds alternately: microbench compare A B";

    /** The text if the number of required forks is unreasonable. */
    public static final String BEYOND = "more forks are unlikely to help";

    /** The largest reasonable number of additional forks for one case. */
    private static final int MOST_MORE_FORKS = 20;

    static CaseVerdict without(CaseId id, String why) {
        return without(id, "", false, new double[0], new double[0], Double.NaN, Double.NaN, why);
    }

    /** Creates the verdict on a case that was not measured because both builds run the same code for it. */
    public static CaseVerdict sameCode(CaseId id) {
        return without(id, "").with(Verdict.SAME_CODE, Optional.empty(), "", Optional.empty());
    }

    /** Creates an undecided verdict with the reason why the values of the forks have no ratio. */
    static CaseVerdict withoutRatio(
            CaseId id, String unit, boolean higherIsBetter, double[] baseline, double[] candidate) {
        return without(
                id,
                unit,
                higherIsBetter,
                baseline,
                candidate,
                0,
                Double.POSITIVE_INFINITY,
                baseline.length == 0 ? "no pair of forks has finite scores" : NO_RATIO);
    }

    private static CaseVerdict without(
            CaseId id,
            String unit,
            boolean higherIsBetter,
            double[] baseline,
            double[] candidate,
            double low,
            double high,
            String why) {
        return new CaseVerdict(
                id,
                Verdict.UNDECIDED,
                Arrays.stream(baseline).average().orElse(Double.NaN),
                Arrays.stream(candidate).average().orElse(Double.NaN),
                unit,
                higherIsBetter,
                Double.NaN,
                low,
                high,
                Double.NaN,
                Double.NaN,
                baseline.length,
                candidate.length,
                OptionalInt.empty(),
                Optional.empty(),
                why,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty());
    }

    private CaseVerdict with(Verdict other, Optional<AllocationVerdict> bytes, String remark, Optional<String> nodes) {
        return new CaseVerdict(
                id,
                other,
                baselineValue,
                candidateValue,
                unit,
                higherIsBetter,
                ratio,
                low,
                high,
                p,
                smallestChange,
                baselineForks,
                candidateForks,
                moreForks,
                bytes,
                note.isEmpty() || remark.isEmpty() ? note + remark : note + "; " + remark,
                baselineInterval,
                nodes,
                rerunForks,
                ruledOut);
    }

    CaseVerdict with(String remark) {
        return with(verdict, allocation, remark, node);
    }

    /** Returns this verdict with the same numbers, but undecided for the given reason. */
    CaseVerdict undecided(String why) {
        return with(Verdict.UNDECIDED, allocation, why, node);
    }

    public CaseVerdict withAllocation(Optional<AllocationVerdict> bytes) {
        return with(verdict, bytes, "", node);
    }

    /** Returns this verdict with the nodes that measured both sides; no nodes if only one machine measured. */
    public CaseVerdict on(List<String> nodes) {
        return nodes.isEmpty() ? this : with(verdict, allocation, "", Optional.of(String.join(", ", nodes)));
    }

    /**
     * Returns the verdict in one line:
     * {@code SLOWER, speed -4.76% (-5.31% to -4.21%), p = 2.4e-9; allocates more: ...}.
     */
    public String summary() {
        String numbers = verdict
                + (Double.isNaN(ratio) ? "" : ", speed " + Numbers.change(ratio - 1))
                + (Double.isNaN(low) ? "" : " (" + Numbers.change(low - 1) + " to " + Numbers.change(high - 1) + ")")
                + (Double.isNaN(p) ? "" : ", p = " + Numbers.probability(p));
        return remarks().isEmpty() ? numbers : numbers + "; " + remarks();
    }

    /** Returns the text after the numbers: a changed allocation, how many forks would decide, the note. */
    public String remarks() {
        StringJoiner remarks = new StringJoiner("; ");
        allocation
                .filter(bytes -> bytes.change() != AllocationVerdict.Change.SAME)
                .ifPresent(bytes -> remarks.add(bytes.text()));
        if (verdict == Verdict.UNDECIDED && rerunForks.isEmpty()) {
            moreForks.ifPresent(forks -> remarks.add(deciding(forks)));
        }
        ruledOut.ifPresent(suspected -> remarks.add(suspected.text()));
        if (!note.isEmpty()) {
            remarks.add(note);
        }
        return remarks.toString();
    }

    /**
     * Returns the message of a failed test: the old and new values, their certainty, the criterion, and how to measure again;
     * empty if nothing got worse.
     */
    public Optional<String> regression(String baseline, JudgeSettings settings, Function<CaseId, String> rerun) {
        if (!regressed()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        if (verdict == Verdict.SLOWER) {
            lines.add(id.text() + " is slower than in baseline " + baseline);
            lines.add("  score: " + Numbers.score(baselineValue) + " -> " + Numbers.score(candidateValue) + " " + unit);
            lines.add("  speed: " + Numbers.change(ratio - 1) + ", interval " + Numbers.change(low - 1) + " to "
                    + Numbers.change(high - 1) + " (" + Numbers.level(settings.confidence()) + ", " + baselineForks
                    + " and " + candidateForks + " forks)");
            lines.add("  counts as slower: the whole interval below "
                    + Numbers.change(1 / (1 + settings.tolerance()) - 1) + ", and p up to "
                    + Numbers.probability(settings.threshold())
                    + (settings.cases() == 1 ? "" : " (one of " + settings.cases() + " cases)") + "; p = "
                    + Numbers.probability(p));
        }
        allocation
                .filter(bytes -> allocatesMore())
                .ifPresent(bytes -> lines.add(
                        lines.isEmpty()
                                ? id.text() + " allocates more than in baseline " + baseline + ": "
                                        + AllocationVerdict.bytes(bytes.baselineBytes(), bytes.candidateBytes())
                                : "  and " + bytes.text()));
        if (!note.isEmpty()) {
            lines.add("  note: " + note);
        }
        lines.add("  run it again: " + rerun.apply(id));
        return Optional.of(String.join("\n", lines));
    }

    /**
     * Returns whether a number of additional forks is reasonable. A larger number only means that forks differ too
     * much, or that a change is at the edge of the tolerance.
     *
     * @param more further forks, per side if there are two sides
     */
    public static boolean isReasonable(int more) {
        return more <= MOST_MORE_FORKS;
    }

    static String deciding(int more) {
        return isReasonable(more) ? Counted.of(more, "more fork") + " a side would decide" : BEYOND;
    }

    /** Returns whether further forks are unnecessary: the case is decided, or the suspected change is ruled out. */
    public boolean settled() {
        return verdict.decided() || ruledOut.isPresent();
    }

    /** Returns whether the sides have no comparable numbers; the note has the reason. */
    public boolean isUnjudged() {
        return verdict == Verdict.UNDECIDED && Double.isNaN(ratio) && allocation.isEmpty();
    }

    /** Returns whether there is no verdict because the machine may have changed as much as the case; the note has the reason. */
    public boolean mayBeTheMachine() {
        return verdict == Verdict.UNDECIDED && note.contains(MACHINE_CHANGED) && !allocatesMore();
    }

    public boolean regressed() {
        return verdict == Verdict.SLOWER || allocatesMore();
    }

    /** Returns whether the case became slower by a large factor, and has too few forks for a verdict. */
    public boolean hasLargeLoss() {
        return rerunForks.isPresent() && ratio < 1;
    }

    public boolean allocatesMore() {
        return allocation
                .filter(bytes -> bytes.change() == AllocationVerdict.Change.MORE)
                .isPresent();
    }

    /** Returns the width of the interval, as the logarithm of the ratio of its ends; NaN without an interval. */
    double width() {
        return Math.log(high) - Math.log(low);
    }

    /**
     * Returns its rank in a list, from 0: regressions first, slower cases before cases that allocate more; then
     * improvements, undecided cases, and unchanged ones.
     */
    public int rank() {
        if (verdict == Verdict.SLOWER) {
            return 0;
        }
        if (allocatesMore()) {
            return 1;
        }
        return switch (verdict) {
            case FASTER -> 2;
            case UNDECIDED -> 3;
            case SLOWER, SAME, SAME_CODE -> 4;
        };
    }

    /** Classifies the change of the bytes that one operation allocates. */
    public record AllocationVerdict(
            Change change,
            @JsonAlias("oldBytes") double baselineBytes,
            @JsonAlias("newBytes") double candidateBytes) {

        /** Returns the change in words: {@code allocates more: 16.000 -> 24.000 B/op}. */
        public String text() {
            return "allocates " + change.name().toLowerCase(Locale.ROOT) + ": " + bytes(baselineBytes, candidateBytes);
        }

        static String bytes(double from, double to) {
            return Numbers.score(from) + " -> " + Numbers.score(to) + " B/op";
        }

        public enum Change {
            LESS,
            SAME,
            MORE
        }
    }
}
