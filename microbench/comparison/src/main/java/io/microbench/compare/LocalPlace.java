// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairPlaces;
import io.microbench.compare.PairRun.PairPlaces.PairHosts;
import io.microbench.compare.SideBySide.ProcessorHalves;
import io.microbench.fork.IterationBarrier;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.forks.RunLock;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostGoneException;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodePlace;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

    /** Takes the machine and starts the hosts. */
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
            this.together = sideBySide.map(halves -> new SimultaneousForks(
                    halves,
                    (side, paired, number, folder, where) -> started.host(side)
                            .run(
                                    paired.id(),
                                    paired.plan(side),
                                    number,
                                    folder,
                                    where,
                                    Set.of(halves.first(), halves.second())),
                    HalfSwap::pin));
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

    /**
     * Runs both forks of a pair at the same time when the first of them is requested, and keeps the result of the second until that is
     * requested.
     *
     * <p>The fork that is requested first begins on the first half of the processors; as sides take turns in being first, they change halves
     * from pair to pair, and from iteration to iteration by a {@link HalfSwap}.
     *
     * <p>For one thread.
     */
    static final class SimultaneousForks {

        private static final String BARRIER = ".barrier";

        interface Start {
            ForkReport run(Side side, PairedCase paired, int number, Path folder, PinnedFork where);
        }

        /** A fork that runs, or has ended, and was not requested yet. */
        private record Second(Side side, CaseId id, int number, CompletableFuture<ForkReport> result) {}

        private final ProcessorHalves halves;
        private final Start start;
        private final HalfSwap.Pin pin;
        private Optional<Second> second = Optional.empty();

        SimultaneousForks(ProcessorHalves halves, Start start, HalfSwap.Pin pin) {
            this.halves = halves;
            this.start = start;
            this.pin = pin;
        }

        /** Returns the report of a fork. */
        ForkReport fork(Side side, PairedCase paired, int number, Path folder) {
            Optional<Second> ended =
                    second.filter(it -> it.side() == side && it.id().equals(paired.id()) && it.number() == number);
            second = Optional.empty();
            return ended.isPresent() ? await(ended.get().result()) : both(side, paired, number, folder);
        }

        private ForkReport both(Side side, PairedCase paired, int number, Path folder) {
            Path file = folder.resolve(BARRIER).toAbsolutePath();
            Path other = folder.resolveSibling(side.other().folder());
            try {
                Files.deleteIfExists(file);
                IterationBarrier ofFirst = IterationBarrier.open(file, 0);
                IterationBarrier ofSecond = IterationBarrier.open(file, 1);
                PinnedFork onFirst = new PinnedFork(halves.first(), file.toString(), 0, halves.each());
                PinnedFork onSecond = new PinnedFork(halves.second(), file.toString(), 1, halves.each());
                CompletableFuture<ForkReport> task = CompletableFuture.supplyAsync(
                        () -> leaving(ofSecond, () -> start.run(side.other(), paired, number, other, onSecond)),
                        run -> new Thread(run, "microbench-second-fork").start());
                try (HalfSwap swap = HalfSwap.start(List.of(ofFirst, ofSecond), halves, pin)) {
                    return leaving(ofFirst, () -> start.run(side, paired, number, folder, onFirst));
                } finally {
                    // Waits for its end in spite of an interruption.
                    var unused = task.handle((report, failure) -> report).join();
                    second = Optional.of(new Second(side.other(), paired.id(), number, task));
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot start two forks together through " + file + " (" + e + ")", e);
            }
        }

        /** Runs a fork; the other one stops waiting when it ends or fails. */
        private static ForkReport leaving(IterationBarrier barrier, Supplier<ForkReport> fork) {
            try {
                return fork.get();
            } finally {
                barrier.leave();
            }
        }

        private static ForkReport await(CompletableFuture<ForkReport> result) {
            try {
                return result.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw e;
            }
        }
    }

    /** Holds the two JVMs that start the forks, one with each side's class path. */
    static final class SideHosts implements AutoCloseable {

        private final Map<Side, ForkServerClient> hosts = new EnumMap<>(Side.class);
        private final Map<Side, HostCases> known = new EnumMap<>(Side.class);

        /** Starts both and asks them what there is to measure. */
        static SideHosts start(Builds builds, Map<String, String> properties, Consumer<String> output) {
            SideHosts started = new SideHosts();
            try {
                for (Side side : Side.values()) {
                    started.hosts.put(side, start(side, builds.of(side), properties, output));
                }
                for (Side side : Side.values()) {
                    started.list(side, builds.of(side));
                }
                return started;
            } catch (RuntimeException e) {
                started.close();
                throw e;
            }
        }

        private static ForkServerClient start(
                Side side, Build build, Map<String, String> properties, Consumer<String> output) {
            String name = "the " + side.label() + " (" + build.name() + ")";
            return ForkServerClient.start(
                    new ForkServerClient.Launch(name, build.classPath(), build.directory(), build.settings(properties)),
                    output);
        }

        private void list(Side side, Build build) {
            HostCases cases = host(side).list(ComparisonSettings.SHORT_FORKS);
            if (cases.known() == 0) {
                throw new PreflightException("There are no benchmarks in the " + side.label() + ", " + build.name()
                        + ": its class path holds no META-INF/BenchmarkList that names a class which can be loaded."
                        + (cases.warnings().isEmpty() ? "" : " " + String.join(" ", cases.warnings())));
            }
            known.put(side, cases);
        }

        ForkServerClient host(Side side) {
            return Optional.ofNullable(hosts.get(side)).orElseThrow();
        }

        HostCases known(Side side) {
            return Optional.ofNullable(known.get(side)).orElseThrow();
        }

        @Override
        public void close() {
            hosts.values().forEach(ForkServerClient::close);
        }
    }
}
