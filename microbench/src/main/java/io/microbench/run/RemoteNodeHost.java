// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun;
import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.NodeMonitor;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.ForkServerClient.HostFixture;
import io.microbench.remote.ForkServerClient.HostListener;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines;
import io.microbench.result.Calibration;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A host on a node. It locks its machine while a fork runs, and calibrates it. */
public final class RemoteNodeHost implements CaseHost {

    private static final int SHOWN = 3;

    private final String name;
    private final ForkServerClient host;
    private final Optional<Duration> lockWait;
    private final Optional<NodeMonitor> monitor;
    private final Map<CaseId, CasePlan> plans = new HashMap<>();
    private final HostCases found;
    private volatile Consumer<String> output = line -> {};
    private volatile Optional<Calibration> calibration = Optional.empty();

    /**
     * Starts a host and requests the cases that it can measure.
     *
     * @param lockWait how long it waits for another run on its machine; if empty, other runs are ignored
     * @throws HostEndedException if it ended before it answered
     * @throws PreflightException if it does not start, or does not have all the cases
     */
    public RemoteNodeHost(
            String name,
            Function<HostLines.Taker, HostLines> start,
            Map<String, String> defaults,
            Collection<CaseId> cases,
            Optional<Duration> lockWait,
            Optional<NodeMonitor> monitor,
            Consumer<HostFixture> fixtures) {
        this.name = name;
        this.lockWait = lockWait;
        this.monitor = monitor;
        this.host = ForkServerClient.over("node " + name, start, new HostListener() {
            @Override
            public void printed(String line) {
                output.accept(line);
            }

            @Override
            public void looked(Optional<MonitorHistory.Sample> seen) {
                monitor.ifPresent(present -> present.heard(name, seen));
            }

            @Override
            public void fixtureEnded(HostFixture fixture) {
                fixtures.accept(fixture);
            }

            @Override
            public void calibrated(Calibration complete) {
                calibration = Optional.of(complete);
            }
        });
        monitor.ifPresent(present -> host.monitor());
        try {
            this.found = host.list(defaults, lockWait);
            found.cases().forEach(listed -> plans.put(listed.id(), listed.plan()));
            requireAll(cases);
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
    }

    private void requireAll(Collection<CaseId> cases) {
        List<String> missing = cases.stream()
                .filter(id -> !plans.containsKey(id))
                .map(CaseId::text)
                .toList();
        if (!missing.isEmpty()) {
            throw new PreflightException("node " + name + " does not have "
                    + Counted.of(missing.size(), "case") + " of this run: "
                    + String.join(", ", missing.subList(0, Math.min(SHOWN, missing.size())))
                    + (missing.size() > SHOWN ? " and others" : "") + ". "
                    + reason(found));
        }
    }

    static String reason(HostCases found) {
        if (!found.nothing().isEmpty()) {
            return found.nothing();
        }
        String classPath = "Its class path must be the same as that of this run";
        return found.warnings().isEmpty()
                ? classPath + "."
                : classPath + "; tools and settings that cases need must be the same there. Its warnings: "
                        + String.join(" ", found.warnings());
    }

    @Override
    public List<String> warnings() {
        return found.warnings();
    }

    @Override
    public Optional<RunNode> node() {
        RunNode known = new RunNode(name, found.environment());
        return Optional.of(calibration.map(known::withCalibration).orElse(known));
    }

    @Override
    public ForkReport fork(PlannedCase planned, ForkRequest requested) {
        CasePlan plan = planned.plan();
        CasePlan ending = plan.toBuilder()
                .adaptive(plan.adaptive()
                        .map(adaptive -> adaptive.withRule(
                                requested.ending().map(ForkRun.Ending::rule).orElse(adaptive.rule()))))
                .build();
        return fork(planned.id(), ending, requested.number(), requested.discarded());
    }

    /**
     * Runs one fork, with the parts of its plan that work there.
     *
     * @throws PreflightException if it refuses the fork
     */
    public ForkReport fork(CaseId id, CasePlan plan, int number, boolean discarded) {
        List<String> working =
                Optional.ofNullable(plans.get(id)).map(CasePlan::profilers).orElse(List.of());
        CasePlan supported = plan.withProfilers(
                plan.profilers().stream().filter(working::contains).toList());
        monitor.ifPresent(seen -> seen.busy(name, id.text()));
        try {
            ForkReport report = host.run(id, supported, number, discarded, lockWait);
            ForkResult fork = report.fork();
            // The node itself stopped the fork; if this JVM stops one, its report is ignored.
            if (fork.failure().filter(why -> why.kind() == Failure.Kind.STOPPED).isPresent()) {
                throw HostEndedException.stopped("node " + name);
            }
            return new ForkReport(
                    fork.toBuilder().node(Optional.of(name)).build(),
                    report.score(),
                    report.secondary(),
                    report.texts(),
                    report.classes());
        } finally {
            monitor.ifPresent(seen -> seen.idle(name));
        }
    }

    @Override
    public void rest() {
        host.rest();
    }

    @Override
    public void printTo(PrintStream taker) {
        printTo(taker::println);
    }

    public void printTo(Consumer<String> taker) {
        output = taker;
    }

    @Override
    public void close() {
        host.close();
    }
}
