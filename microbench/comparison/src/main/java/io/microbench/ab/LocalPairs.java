/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.environment.PreflightException;
import io.microbench.environment.RunLock;
import io.microbench.forking.ForkReport;
import io.microbench.remote.HostCases;
import io.microbench.result.Failure;
import io.microbench.run.ForkLoop;
import io.microbench.run.MachineLock;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Runs pairs on this machine, which is locked meanwhile, by a host for each side. */
final class LocalPairs implements PairExecutor {

    private final MachineLock lock;
    private final SideHosts hosts;
    private volatile boolean stopped;

    private LocalPairs(MachineLock lock, SideHosts hosts) {
        this.lock = lock;
        this.hosts = hosts;
    }

    /**
     * Takes the machine and starts the hosts.
     *
     * @param progress takes progress, line by line
     * @param output takes what JMH and the forks print
     * @throws PreflightException if another run holds the lock, or a host does not start
     */
    static LocalPairs open(
            Builds builds, ComparisonSettings settings, Consumer<String> progress, Consumer<String> output) {
        MachineLock lock =
                settings.ignoresLock() ? MachineLock.ignored(progress) : MachineLock.acquire(RunLock.WAIT, progress);
        try {
            return new LocalPairs(lock, SideHosts.start(builds, settings.properties(), output));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public HostCases known(Side side) {
        return hosts.known(side);
    }

    @Override
    public List<String> prepare(List<PairedCase> cases) {
        Set<String> warnings = new LinkedHashSet<>();
        for (Side side : Side.values()) {
            warnings.addAll(hosts.known(side).warnings());
        }
        return List.copyOf(warnings);
    }

    @Override
    public List<String> places() {
        return List.of("");
    }

    @Override
    public Outcome run(Work work, PairJournal journal) {
        PairRun pairs = new PairRun(
                work.cases(),
                (side, paired, number) ->
                        fork(side, paired, number, work.folders().apply(side)),
                work.judge(),
                journal,
                work.limits(),
                work.seed(),
                System::nanoTime,
                () -> stopped);
        ForkLoop.End end = pairs.run();
        return new Outcome(end, "", pairs.verdicts(), pairs.failures());
    }

    /** Returns what the fork delivered; empty if it was stopped. */
    private Optional<ForkReport> fork(Side side, PairedCase paired, int number, Path folder) {
        try {
            ForkReport report = hosts.host(side).run(paired.id(), paired.plan(side), number, folder);
            boolean gone = report.fork()
                    .failure()
                    .map(failure -> failure.kind() == Failure.Kind.STOPPED || isInterrupted(failure))
                    .orElse(false);
            return gone ? Optional.empty() : Optional.of(report);
        } catch (PreflightException e) {
            if (awaitStopped()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Ctrl-C reaches fork, host and this JVM at once, and the fork may be the first to go. */
    private boolean isInterrupted(Failure failure) {
        return failure.kind() == Failure.Kind.CRASHED && awaitStopped();
    }

    private boolean awaitStopped() {
        for (int i = 0; i < 20 && !stopped; i++) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
        return stopped;
    }

    @Override
    public void stop() {
        stopped = true;
        hosts.close();
    }

    @Override
    public void close() {
        hosts.close();
        lock.close();
    }
}
