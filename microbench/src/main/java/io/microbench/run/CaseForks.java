// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkReport;
import io.microbench.forks.RunClock;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostGoneException;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunNode;
import io.microbench.text.PreflightException;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Has the forks of one case run, usually all of them in one place.
 *
 * <p>A host adds up the forks that it has run as JMH does. Where the forks of a case ran in several hosts, because a node was lost
 * between two of them, {@link JoinedScore} adds them up.
 */
final class CaseForks {

    private record Part(List<ForkResult> forks, Optional<JoinedScore> score) {}

    private final PlannedCase planned;
    private final Clock clock = RunClock.start();
    private final List<Part> parts = new ArrayList<>();
    private Optional<CaseHost> host = Optional.empty();
    private Optional<String> lastUnit = Optional.empty();
    private Instant started = Instant.EPOCH;

    CaseForks(PlannedCase planned) {
        this.planned = planned;
    }

    /** Runs what follows in the given host. */
    void placed(CaseHost where) {
        host = Optional.of(where);
        parts.add(new Part(new ArrayList<>(), Optional.empty()));
    }

    /** Returns the last node that measured forks which count; empty if there are none. */
    Optional<String> lastNode() {
        return parts.stream()
                .flatMap(part -> part.forks().stream())
                .reduce((first, second) -> second)
                .flatMap(ForkResult::node);
    }

    /** Returns the case's node as the end of a phrase; empty if it is on this machine or has not started. */
    String lastPlace() {
        return node().map(name -> " on " + name).orElse("");
    }

    private Optional<String> node() {
        return host.flatMap(CaseHost::node).map(RunNode::name);
    }

    /** Runs a fork; one that failed is a result as well. */
    ForkResult fork(CaseHost.Asked asked) {
        started = now();
        try {
            ForkReport report = host.orElseThrow().fork(planned, asked);
            node().ifPresent(name -> RemoteNodeHost.requireNotStopped(report, name));
            ForkResult fork = report.fork().toBuilder().node(node()).build();
            lastUnit = fork.failure().isPresent()
                    ? Optional.empty()
                    : report.score().map(Metric::unit);
            if (!asked.thrownAway()) {
                add(fork, report);
            }
            return fork;
        } catch (HostGoneException e) {
            throw e;
        } catch (PreflightException e) {
            lastUnit = Optional.empty();
            return begun(asked.number())
                    .failure(Optional.of(Failure.of(Failure.Kind.NOT_STARTED, String.valueOf(e.getMessage()))))
                    .build();
        }
    }

    private void add(ForkResult fork, ForkReport report) {
        Part last = parts.remove(parts.size() - 1);
        last.forks().add(fork);
        parts.add(new Part(last.forks(), report.score().map(score -> new JoinedScore(score, report.secondary()))));
    }

    /** Notes that the case has failed. */
    void failed() {
        host.ifPresent(where -> where.forget(planned));
    }

    /** Returns the known values of the fork that was started last and returned no result. */
    ForkResult.Builder begun(int number) {
        return ForkResult.builder(number).start(started).end(now()).node(node());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns the unit of the score of the last fork; empty if that has none. */
    Optional<String> lastUnit() {
        return lastUnit;
    }

    /** Returns the score over all forks that are not thrown away; empty if none has ended well. */
    Optional<JoinedScore> score() {
        List<Part> scored =
                parts.stream().filter(part -> part.score().isPresent()).toList();
        if (scored.size() <= 1) {
            return scored.stream().flatMap(part -> part.score().stream()).findFirst();
        }
        return Optional.of(JoinedScore.of(
                scored.stream().flatMap(part -> part.forks().stream()).toList(),
                scored.get(0).score().orElseThrow().primary().unit()));
    }

    /** Forgets what has ended: it counts no longer. */
    void forget() {
        parts.clear();
        parts.add(new Part(new ArrayList<>(), Optional.empty()));
    }

    /** Prints the score, for people. */
    void print(PrintStream console) {
        score().ifPresent(all -> host.orElseThrow().summarize(planned, all, console));
    }

    /** Notes that the case gets no further fork. */
    void ended() {
        host.ifPresent(where -> where.ended(planned));
    }
}
