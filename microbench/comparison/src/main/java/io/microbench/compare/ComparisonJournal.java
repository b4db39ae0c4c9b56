// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.text.Durations;
import io.microbench.text.Numbers;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Stores events, and reports progress: one line for each completed pair. Not thread-safe. */
class ComparisonJournal {

    private final Function<Side, RunFolder> runs;
    private final Consumer<String> progress;
    private final Duration budget;
    private final LongSupplier nanoClock;
    private final long start;

    ComparisonJournal(
            Function<Side, RunFolder> runs, Consumer<String> progress, Duration budget, LongSupplier nanoClock) {
        this.runs = runs;
        this.progress = progress;
        this.budget = budget;
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
    }

    /** Records a fork that has ended or failed, or was lost with its host. */
    void forkEnded(Side side, PairedCase paired, ForkReport report) {
        runs.apply(side).append(paired.id(), report.fork(), report.classes());
    }

    void pairEnded(int pair, CaseVerdict verdict) {
        String interval = verdict.low() > 0 && Double.isFinite(verdict.high())
                ? " " + Numbers.changes(verdict.low(), verdict.high())
                : "";
        String decision = verdict.verdict() == Verdict.UNDECIDED
                ? verdict.ruledOut().map(ruledOut -> " " + ruledOut.text()).orElse("")
                : " " + verdict.verdict().name().toLowerCase(Locale.ROOT);
        progress.accept(time() + "  " + name(verdict.id()) + "  pair " + pair
                + verdict.node().map(node -> " on " + node).orElse("") + "  speed "
                + Numbers.change(verdict.ratio() - 1) + interval + decision);
    }

    /** Reports a failed fork; its case gets no further forks. */
    void failed(Side side, PairedCase paired, Failure failure) {
        progress.accept(
                time() + "  " + name(paired.id()) + "  FAILED on the " + side.label() + ": " + failure.message());
        failure.outputTail().forEach(line -> progress.accept("    " + line));
    }

    void caseEnded(Side side, CaseResult result) {
        runs.apply(side).end(result);
    }

    void node(Side side, RunNode node) {
        runs.apply(side).node(node);
    }

    void nodeGone(UnavailableNode gone) {
        progress.accept("WARNING: " + gone.warning());
        for (Side side : Side.values()) {
            runs.apply(side).nodeLost(gone.name(), gone.happened());
        }
    }

    /** Reports that a fork was lost with its host and is repeated. */
    void hostEnded(String fork, String why) {
        progress.accept("WARNING: Repeating " + fork + ": " + why);
    }

    /** Reports that a case starts again, and excludes its forks so far. */
    void anew(PairedCase paired, Failure why) {
        progress.accept("WARNING: " + paired.id() + ": " + why.message());
        for (Side side : Side.values()) {
            runs.apply(side).leaveOut(paired.id(), why);
        }
    }

    void notMeasured(PairedCase paired, String reason) {
        progress.accept("NOT MEASURED " + paired.id() + ": " + reason);
    }

    /** Returns the rest of the time budget, counted from the creation of this journal. */
    Duration left() {
        return budget.minus(spent());
    }

    private Duration spent() {
        return Duration.ofNanos(nanoClock.getAsLong() - start);
    }

    private String time() {
        return Durations.clock(spent()) + " of " + Durations.clock(budget);
    }

    /** Returns the simple class name and the variant. */
    private static String name(CaseId id) {
        String className = id.className();
        return className.substring(className.lastIndexOf('.') + 1) + "." + id.displayName();
    }
}
