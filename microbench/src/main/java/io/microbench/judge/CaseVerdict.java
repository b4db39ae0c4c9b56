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
 * The verdict on the change of one case between two runs.
 *
 * <p>In every mode, the ratio is a ratio of speeds: above 1, the candidate is faster. If a higher score is better, it is the value of the
 * candidate divided by that of the baseline, otherwise the reciprocal.
 *
 * @param baselineValue value of the baseline over its forks
 * @param unit the unit of both values, {@code ops/ms} or {@code ns/op}
 * @param ratio speed of the candidate divided by that of the baseline; 1 for no change
 * @param low lower end of the ratio's interval, which is at the level of the comparison
 * @param p probability, in 0..1, of a difference at least as large if nothing has changed; NaN without a test
 * @param smallestChange the smallest change, as a share, that these forks would most likely have detected: 0.02 for 2 %; NaN if unknown, or
 *     if they are too few to detect any change
 * @param moreForks the number of additional forks per side that would most likely decide; empty if the case is decided, if no number would,
 *     or if the forks are too few for a reasonable estimate
 * @param allocation the change of the allocation; empty unless both runs measured it
 * @param note a remark to print; may be empty
 * @param baselineInterval the interval of {@code baselineValue} over forks; empty with one fork of the baseline
 * @param node the node, or the nodes of the same kind, that measured both sides alternately; empty for a run on one machine
 * @param rerunForks forks per side for a new measurement if the case changed by 1.5x or more and has too few forks; otherwise empty
 * @param ruledOut the suspected slowdown that these forks exclude; empty if there was no suspicion, or if the slowdown is still possible
 * @param state whether the case is a control, or undecided because of the machine; empty if neither
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
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RuledOut> ruledOut,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<State> state) {

    static final String NO_RATIO = "a fork's score is not above 0, so there is no ratio";

    /** The note on a case with {@link #rerunForks}. */
    static final String LARGE_CHANGE = "large change, too few forks";

    /** The note on a case of a stored run that changed less, but has too few forks for a verdict. */
    static final String TOO_FEW = "outside the tolerance, but too few forks";

    /** The note on a case with fewer forks than any verdict needs, if they suggest no {@linkplain #isReasonable reasonable} number. */
    static final String NO_ESTIMATE = "too few forks to estimate how many would decide";

    /** The text for an unreasonable number of required forks. */
    public static final String BEYOND = "more forks are unlikely to help";

    /** The largest reasonable number of additional forks for one case. */
    private static final int MOST_MORE_FORKS = 20;

    static CaseVerdict without(CaseId id, String why) {
        return without(id, "", false, new double[0], new double[0], Double.NaN, Double.NaN, why);
    }

    /** Creates the verdict on a case that was not measured because both builds run the same code. */
    public static CaseVerdict sameCode(CaseId id) {
        return without(id, "").with(Verdict.SAME_CODE, Optional.empty(), "", Optional.empty(), Optional.empty());
    }

    /** Creates an undecided verdict on a case whose forks' values have no ratio. */
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
                Optional.empty(),
                Optional.empty());
    }

    private CaseVerdict with(
            Verdict other,
            Optional<AllocationVerdict> bytes,
            String remark,
            Optional<String> nodes,
            Optional<State> newState) {
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
                ruledOut,
                newState);
    }

    CaseVerdict with(String remark) {
        return with(verdict, allocation, remark, node, state);
    }

    /** Marks this verdict as that of a case that was measured although both builds run the same code for it. */
    public CaseVerdict asControl() {
        String remark = "control: both builds run the same code";
        return with(verdict, allocation, remark, node, Optional.of(State.CONTROL));
    }

    /**
     * Returns a copy of this verdict with the same numbers, but undecided because the machine may have changed as much.
     */
    CaseVerdict withChangedMachine(String evidence) {
        String why = "the machine may have changed as much; " + evidence
                + "; measure both builds alternately: microbench compare A B";
        return with(Verdict.UNDECIDED, allocation, why, node, Optional.of(State.MACHINE_CHANGED));
    }

    public CaseVerdict withAllocation(Optional<AllocationVerdict> bytes) {
        return with(verdict, bytes, "", node, state);
    }

    /** Returns a copy of this verdict with the nodes that measured both sides; without nodes if both were measured on one machine. */
    public CaseVerdict on(List<String> nodes) {
        return nodes.isEmpty() ? this : with(verdict, allocation, "", Optional.of(String.join(", ", nodes)), state);
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
        return numbers
                + (remarks().isEmpty() ? "" : "; " + remarks())
                + (rerunForks.isEmpty() ? "" : "; run again with " + rerunForks.getAsInt() + " forks per side");
    }

    /** Returns the text after the numbers: a changed allocation, the number of forks that would decide, and the note. */
    public String remarks() {
        StringJoiner remarks = new StringJoiner("; ");
        allocation
                .filter(bytes -> bytes.change() != AllocationVerdict.Change.SAME)
                .ifPresent(bytes -> remarks.add(bytes.text()));
        if (isUndecided() && rerunForks.isEmpty()) {
            moreForks.ifPresent(forks -> remarks.add(deciding(forks)));
        }
        ruledOut.ifPresent(suspected -> remarks.add(suspected.text()));
        if (!note.isEmpty()) {
            remarks.add(note);
        }
        return remarks.toString();
    }

    /**
     * Returns the message of a failed test: both values, the interval, the criterion, and how to measure again; empty if nothing got worse.
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
            lines.add("  criterion: the whole interval below "
                    + Numbers.change(1 / (1 + settings.tolerance()) - 1) + ", and p at most "
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
     * Returns whether a number of additional forks is reasonable. A larger number only means that the forks differ too much, or that the
     * change is close to the tolerance.
     *
     * @param more additional forks, per side if there are two sides
     */
    public static boolean isReasonable(int more) {
        return more <= MOST_MORE_FORKS;
    }

    static String deciding(int more) {
        return isReasonable(more) ? Counted.of(more, "more fork") + " per side would decide" : BEYOND;
    }

    /** Returns whether further forks are unnecessary: the case is decided, or the suspected change is ruled out. */
    public boolean settled() {
        return verdict.decided() || ruledOut.isPresent();
    }

    /** Returns whether the case is undecided. A control needs no decision and is never undecided. */
    public boolean isUndecided() {
        return countsAs(Verdict.UNDECIDED);
    }

    /** Returns whether summaries count the case under a verdict; they count an undecided control only as a control. */
    public boolean countsAs(Verdict other) {
        return verdict == other && !isUndecidedControl();
    }

    public boolean isUndecidedControl() {
        return verdict == Verdict.UNDECIDED && isControl();
    }

    /** Returns whether the case was measured although both builds run the same code for it. */
    public boolean isControl() {
        return state.equals(Optional.of(State.CONTROL));
    }

    /** Returns whether the case is undecided, and a reasonable number of further forks may decide it. */
    public boolean mayBeDecided() {
        return isUndecided()
                && !settled()
                && (rerunForks.isPresent() || moreForks.isEmpty() || isReasonable(moreForks.getAsInt()));
    }

    /** Returns whether the sides have no comparable numbers; the note gives the reason. */
    public boolean isUnjudged() {
        return verdict == Verdict.UNDECIDED && Double.isNaN(ratio) && allocation.isEmpty();
    }

    /** Returns whether the case is undecided because the machine may have changed as much as the case; the note gives the reason. */
    public boolean mayBeTheMachine() {
        return state.equals(Optional.of(State.MACHINE_CHANGED)) && !allocatesMore();
    }

    public boolean regressed() {
        return verdict == Verdict.SLOWER || allocatesMore();
    }

    /** Returns whether the case became slower by a large factor but has too few forks for a verdict. */
    public boolean hasLargeLoss() {
        return rerunForks.isPresent() && ratio < 1;
    }

    public boolean allocatesMore() {
        return allocation
                .filter(bytes -> bytes.change() == AllocationVerdict.Change.MORE)
                .isPresent();
    }

    /** Returns the number of forks per side that would most likely decide the case; empty if no reasonable number is known. */
    OptionalInt neededForks() {
        return rerunForks.isEmpty() && moreForks.isPresent() && mayBeDecided()
                ? OptionalInt.of(forks() + moreForks.getAsInt())
                : rerunForks;
    }

    int forks() {
        return Math.min(baselineForks, candidateForks);
    }

    /** Returns the width of the interval, as the logarithm of the ratio of its ends; NaN without an interval. */
    double width() {
        return Math.log(high) - Math.log(low);
    }

    /**
     * Returns the rank of the verdict in a list, from 0: slower cases, cases that allocate more, faster cases, undecided cases, unchanged
     * cases.
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

    /** A reason to count an undecided case differently. */
    public enum State {
        /** Both builds run the same code for the case. */
        CONTROL,
        /** The case is undecided because the machine may have changed as much. */
        MACHINE_CHANGED
    }

    /** The change of the bytes allocated per operation. */
    public record AllocationVerdict(
            Change change,
            @JsonAlias("oldBytes") double baselineBytes,
            @JsonAlias("newBytes") double candidateBytes) {

        /** Describes the change: {@code allocates more: 16.000 -> 24.000 B/op}. */
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
