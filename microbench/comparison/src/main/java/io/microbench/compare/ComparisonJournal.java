// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.run.GoneNode;
import java.util.function.Consumer;

/** Writes events to disk, and reports progress. */
final class ComparisonJournal implements PairJournal {

    private final ComparisonFolder folder;
    private final ProgressLines lines;
    private final Consumer<String> progress;

    ComparisonJournal(ComparisonFolder folder, ProgressLines lines, Consumer<String> progress) {
        this.folder = folder;
        this.lines = lines;
        this.progress = progress;
    }

    @Override
    public void forkEnded(Side side, PairedCase paired, ForkReport report) {
        folder.of(side).append(paired.id(), report.fork());
    }

    @Override
    public void pairEnded(Turn turn, CaseVerdict verdict) {
        lines.pairEnded(turn, verdict);
    }

    @Override
    public void failed(Side side, PairedCase paired, Failure failure) {
        lines.failed(side, paired.id(), failure);
    }

    @Override
    public void caseEnded(Side side, CaseResult result) {
        folder.of(side).end(result);
    }

    @Override
    public void node(Side side, RunNode node) {
        folder.of(side).node(node);
    }

    @Override
    public void nodeGone(GoneNode gone) {
        progress.accept("WARNING: " + gone.warning());
        for (Side side : Side.values()) {
            folder.of(side).nodeLost(gone.name(), gone.happened());
        }
    }

    @Override
    public void hostEnded(String fork, String why) {
        progress.accept("WARNING: Repeating " + fork + ": " + why);
    }

    @Override
    public void anew(PairedCase paired, Failure why) {
        progress.accept("WARNING: " + paired.id() + ": " + why.message());
        for (Side side : Side.values()) {
            folder.of(side).leaveOut(paired.id(), why);
        }
    }

    @Override
    public void notMeasured(PairedCase paired, String reason) {
        progress.accept("NOT MEASURED " + paired.id() + ": " + reason);
    }
}
