// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.forks.RunLock;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostGoneException;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodePlace;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** This machine, locked during the comparison, with a host for each side. */
final class LocalPlace implements PairPlaces, NodePlace<PairHosts> {

    private static final String NAME = "this machine";

    private final RunLock lock;
    private final Supplier<SideHosts> starter;
    private final Optional<ProcessorHalves> sideBySide;
    private volatile SideHosts sides;
    private boolean used;
    private volatile boolean stopped;

    private LocalPlace(RunLock lock, Supplier<SideHosts> starter, Optional<ProcessorHalves> sideBySide) {
        this.lock = lock;
        this.sideBySide = sideBySide;
        this.starter = starter;
        this.sides = starter.get();
    }

    /**
     * Takes the machine and starts the hosts.
     *
     * @param progress takes progress, line by line
     * @param output takes what JMH and the forks print
     * @throws PreflightException if another run holds the lock, or a host does not start
     */
    static LocalPlace open(
            Builds builds, ComparisonSettings settings, Consumer<String> progress, Consumer<String> output) {
        if (settings.ignoresLock()) {
            progress.accept("The lock is ignored: other JMH runs on this machine may disturb this one.");
        }
        RunLock lock = settings.ignoresLock() ? RunLock.none() : RunLock.acquire(RunLock.WAIT, progress);
        try {
            return new LocalPlace(
                    lock, () -> SideHosts.start(builds, settings.properties(), output), settings.sideBySide());
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public HostCases known(Side side) {
        return sides.known(side);
    }

    @Override
    public List<LocalPlace> places(List<PairedCase> cases) {
        return List.of(this);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isThere() {
        return true;
    }

    /** Returns the hosts with the cases; starts others if these have ended. */
    @Override
    public PairHosts start() {
        if (used) {
            sides = starter.get();
            if (stopped) {
                sides.close();
            }
        }
        used = true;
        return new Hosts(sides);
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
        sides.close();
    }

    @Override
    public void close() {
        sides.close();
        lock.close();
    }

    /** The hosts of both sides; the lock of the machine and its calibration are not theirs. */
    private final class Hosts implements PairHosts {

        private final SideHosts started;
        private final Optional<SimultaneousForks> together;

        Hosts(SideHosts started) {
            this.started = started;
            this.together = sideBySide.map(
                    halves -> new SimultaneousForks(halves, (side, paired, number, folder, where) -> started.host(side)
                            .run(paired.id(), paired.plan(side), number, folder, where)));
        }

        @Override
        public Optional<RunNode> node(Side side) {
            return Optional.empty();
        }

        @Override
        public List<String> warnings() {
            Set<String> warnings = new LinkedHashSet<>();
            Stream.of(Side.values())
                    .forEach(side -> warnings.addAll(started.known(side).warnings()));
            return List.copyOf(warnings);
        }

        @Override
        public ForkReport fork(Side side, PairedCase paired, int number, Path folder) {
            try {
                ForkReport report = together.map(forks -> forks.fork(side, paired, number, folder))
                        .orElseGet(() -> started.host(side).run(paired.id(), paired.plan(side), number, folder));
                report.fork().failure().ifPresent(this::requireNotStopped);
                return report;
            } catch (PreflightException e) {
                awaitStopped();
                throw e;
            }
        }

        /** Ctrl-C reaches fork, host and this JVM at once, and the fork may be the first to go. */
        private void requireNotStopped(Failure failure) {
            if (failure.kind() == Failure.Kind.STOPPED || (failure.kind() == Failure.Kind.CRASHED && awaitStopped())) {
                throw HostGoneException.stopped(NAME);
            }
        }

        @Override
        public void close() {
            started.close();
        }
    }
}
