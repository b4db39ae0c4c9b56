// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.PreflightException;
import io.microbench.environment.RunClock;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostGoneException;
import io.microbench.result.CasePlan;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.text.Numbers;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the forks of one case on nodes, usually all of them on one.
 *
 * <p>A host adds up the forks that it has run as JMH does. Where the forks of a case ran in several hosts, because a node was lost
 * between two of them, {@link JoinedScore} adds them up.
 */
final class NodeCaseForks implements CaseForks {

    private record Part(List<ForkResult> forks, Optional<Score> score) {}

    private final PlannedCase planned;
    private final Clock clock = RunClock.start();
    private final List<Part> parts = new ArrayList<>();
    private Optional<CaseHost> host = Optional.empty();
    private Optional<String> lastUnit = Optional.empty();
    private Instant started = Instant.EPOCH;

    NodeCaseForks(PlannedCase planned) {
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

    /** Returns where the case is, for the end of a phrase; nothing before it is anywhere. */
    String lastPlace() {
        return host.map(where -> " on " + where.node().name()).orElse("");
    }

    @Override
    public ForkResult fork(Asked asked) {
        CaseHost where = host.orElseThrow();
        started = now();
        try {
            ForkReport report = where.fork(planned, plan(where, asked.ending()), asked.number(), asked.thrownAway());
            RemoteNodeHost.requireNotStopped(report, where.node().name());
            ForkResult fork = report.fork().toBuilder()
                    .node(Optional.of(where.node().name()))
                    .build();
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

    private CasePlan plan(CaseHost where, Optional<ForkRun.Ending> ending) {
        CasePlan plan = where.plan(planned);
        return plan.toBuilder()
                .adaptive(plan.adaptive()
                        .map(adaptive -> adaptive.withRule(
                                ending.map(ForkRun.Ending::rule).orElse(adaptive.rule()))))
                .build();
    }

    private void add(ForkResult fork, ForkReport report) {
        Part last = parts.remove(parts.size() - 1);
        last.forks().add(fork);
        parts.add(new Part(last.forks(), report.score().map(score -> new Score(score, report.secondary()))));
    }

    /** Returns what is known of the fork that was started last, of which nothing came back. */
    ForkResult.Builder begun(int number) {
        return ForkResult.builder(number).start(started).end(now()).node(host.map(where -> where.node()
                .name()));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Optional<String> lastUnit() {
        return lastUnit;
    }

    @Override
    public Optional<Score> score() {
        List<Part> scored =
                parts.stream().filter(part -> part.score().isPresent()).toList();
        if (scored.size() <= 1) {
            return scored.stream().flatMap(part -> part.score().stream()).findFirst();
        }
        JoinedScore all = JoinedScore.of(
                scored.stream().flatMap(part -> part.forks().stream()).toList(),
                scored.get(0).score().orElseThrow().primary().unit());
        return Optional.of(new Score(all.primary(), all.secondary()));
    }

    @Override
    public void forget() {
        parts.clear();
        parts.add(new Part(new ArrayList<>(), Optional.empty()));
    }

    @Override
    public void print(PrintStream console) {
        score().ifPresent(all -> {
            Metric score = all.primary();
            console.println("Result \"" + planned.id().text() + "\":");
            console.println("  " + Numbers.score(score.score())
                    + (Double.isFinite(score.error())
                            ? " +-(99.9%) " + Numbers.error(score.error(), score.score())
                            : "")
                    + " "
                    + score.unit() + lastNode().map(name -> ", on node " + name).orElse(""));
            console.println();
        });
    }

    @Override
    public void ended() {
        // A host closes the fixtures of a case when it gets another case.
    }
}
