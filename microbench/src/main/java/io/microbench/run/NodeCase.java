// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.progress.Progress;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostGoneException;
import io.microbench.result.Failure;
import io.microbench.result.Likeness;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One case on its way through nodes: the forks that it has, and what they printed.
 *
 * <p>Forks that ended before a node was lost count together with those of the next node if that is like it. Otherwise the case begins
 * anew, and they stay in the record as lost.
 */
final class NodeCase {

    /** A case that ends so many hosts, on nodes that live on, is what ends them. */
    private static final int MOST_HOSTS = 2;

    private final PlannedCase planned;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream output = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final NodeCaseForks forks;
    private final CaseRun run;
    private final CaseTurns turns;
    private final List<CaseTurns.End> counting = new ArrayList<>();
    private int hostsEnded;

    NodeCase(PlannedCase planned, RunFolder folder, Progress progress) {
        this.planned = planned;
        this.forks = new NodeCaseForks(planned);
        this.run = new CaseRun(planned, folder, output, progress, forks);
        this.turns = new CaseTurns(planned.plan());
    }

    PlannedCase planned() {
        return planned;
    }

    CaseTurns turns() {
        return turns;
    }

    /** Returns a line about the last fork, with its number among those that ran where the case is. */
    String lastLine() {
        return "fork " + run.started() + forks.lastPlace() + ": " + run.lastLine();
    }

    /**
     * Goes on in the given host.
     *
     * @param known returns what is known of a node by its name
     */
    void placed(CaseHost host, Function<String, Optional<RunNode>> known) {
        if (turns.decided()) {
            return;
        }
        RunNode here = host.node();
        Optional<String> unlike = forks.lastNode()
                .flatMap(known)
                .filter(before -> !before.name().equals(here.name()))
                .flatMap(before -> Likeness.difference(before, here));
        if (unlike.isPresent()) {
            String why = "Its node was lost, and the case was measured anew on " + here.name() + ": " + unlike.get();
            output.println("# " + why);
            run.anew(Failure.of(Failure.Kind.NODE_LOST, why));
            counting.clear();
        } else {
            run.moved();
        }
        turns.restart(counting);
        forks.placed(host);
    }

    /** Runs a fork. */
    CaseTurns.End fork(CaseHost host) {
        host.printTo(output::println);
        int number = run.next();
        CaseTurns.End end = run.fork(Optional.empty());
        if (run.next() > number) {
            counting.add(end);
        }
        return end;
    }

    /**
     * Notes that the fork that was started last is lost with its host.
     *
     * @return the fork in words
     */
    String lost(HostGoneException gone) {
        String fork = "fork " + run.next() + " of " + planned.id().text();
        Failure why = Failure.of(Failure.Kind.NODE_LOST, String.valueOf(gone.getMessage()));
        output.println("# LOST " + fork + ": " + why.message());
        output.println();
        run.lost(forks.begun(run.next()), why);
        if (!(gone.end() instanceof HostEnd.NodeLost) && ++hostsEnded >= MOST_HOSTS) {
            run.giveUp(Failure.of(Failure.Kind.CRASHED, why.message()));
            turns.giveUp();
        }
        return fork;
    }

    /** Ends the case with what its forks came to. */
    CaseOutcome outcome() {
        return run.outcome();
    }

    /** Ends the case because nobody is left who could measure it. */
    CaseOutcome abandoned(String reason) {
        return run.abandoned(Failure.of(Failure.Kind.NODE_LOST, reason));
    }

    /** Returns what was printed, and takes a line more. */
    String printed(List<String> more) {
        more.forEach(output::println);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    Duration cost() {
        return planned.cost();
    }
}
