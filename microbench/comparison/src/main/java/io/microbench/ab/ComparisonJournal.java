/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes what happens to disk, and reports progress. */
final class ComparisonJournal implements NodeJournal {

    private final ComparisonFolder folder;
    private final ProgressLines lines;
    private final Consumer<String> progress;
    private final Map<Side, Map<String, RunNode>> nodes = new EnumMap<>(Side.class);

    ComparisonJournal(ComparisonFolder folder, ProgressLines lines, Consumer<String> progress) {
        this.folder = folder;
        this.lines = lines;
        this.progress = progress;
        for (Side side : Side.values()) {
            nodes.put(side, new HashMap<>());
        }
    }

    @Override
    public void forkEnded(Side side, PairedCase paired, ForkReport report) {
        folder.append(side, paired, report.fork());
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
        folder.end(side, result);
    }

    @Override
    public void node(Side side, RunNode node) {
        Map<String, RunNode> known = known(side);
        RunNode before = known.get(node.name());
        RunNode now = before == null ? node : before.lost().map(node::lost).orElse(node);
        if (!now.equals(before)) {
            known.put(now.name(), now);
            folder.node(side, now);
        }
    }

    private Map<String, RunNode> known(Side side) {
        return Optional.ofNullable(nodes.get(side)).orElseThrow();
    }

    @Override
    public void nodeGone(String name, String what, Optional<String> fork, boolean lost) {
        String with = fork.map(one -> "; with it " + one).orElse("");
        progress.accept("WARNING: Node " + name
                + (lost ? " is lost (" + what + ")" + with : " is not used any more (" + what + ")")
                + ". Its cases move on.");
        for (Side side : Side.values()) {
            Optional.ofNullable(known(side).get(name)).ifPresent(node -> node(side, node.lost(what + with)));
        }
    }

    @Override
    public void hostEnded(String fork, String why) {
        progress.accept("WARNING: Lost is " + fork + ", which is run again: " + why);
    }

    @Override
    public void forkLost(Side side, PairedCase paired, ForkReport report) {
        folder.append(side, paired, report.fork());
    }

    @Override
    public void anew(PairedCase paired, Failure why) {
        progress.accept("WARNING: " + paired.id() + ": " + why.message());
        for (Side side : Side.values()) {
            folder.leaveOut(side, paired, why);
        }
    }

    @Override
    public void notMeasured(PairedCase paired, String reason) {
        progress.accept("NOT MEASURED " + paired.id() + ": " + reason);
    }
}
