// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairMachines;
import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.fork.IterationBarrier;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.forks.RunLock;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostEndedException;
import io.microbench.result.Failure;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
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
final class LocalMachine implements PairMachines, NodeSession<PairHosts> {

    private static final String NAME = "this machine";

    private final RunLock lock;
    private final Supplier<SideHosts> starter;
    private volatile SideHosts sides;
    private boolean used;
    private volatile boolean stopped;

    private LocalMachine(RunLock lock, Supplier<SideHosts> starter) {
        this.lock = lock;
        this.starter = starter;
        this.sides = starter.get();
    }

    /** Locks the machine and starts the hosts. */
    static LocalMachine open(
            Builds builds, ComparisonSettings settings, Consumer<String> progress, Consumer<String> output) {
        if (settings.ignoresLock()) {
            progress.accept("The lock is ignored: other JMH runs on this machine may disturb this one.");
        }
        RunLock lock = settings.ignoresLock() ? RunLock.none() : RunLock.acquire(RunLock.WAIT, progress);
        try {
            return new LocalMachine(lock, () -> SideHosts.start(builds, settings, output));
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
    public Map<String, String> baselineCode(PairedCase paired, Path folder) {
        return sides.host(Side.BASELINE)
                .glance(paired.id(), ChangedCode.glance(paired.baselinePlan()), folder)
                .classes();
    }

    @Override
    public List<LocalMachine> places(List<PairedCase> cases) {
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

    /** On the first call, returns the hosts that listed the cases; on later calls, starts new ones. */
    @Override
    public PairHosts start() {
        if (used) {
            sides = starter.get();
            if (stopped) {
                sides.close();
            }
        }
        used = true;
        return sides;
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

    /**
     * Runs both forks of a pair at the same time when the first one is requested, and keeps the result of the other
     * until it is requested.
     *
     * <p>The fork that is requested first starts on the first half of the processors. The sides alternate in starting
     * first, so they swap halves from pair to pair. A {@link ProcessorSwap} swaps them from iteration to iteration.
     *
     * <p>Not thread-safe.
     */
    static final class SimultaneousForks {

        private static final String BARRIER = ".barrier";

        interface Start {
            ForkReport run(PairFork fork, Path folder, PinnedFork where);
        }

        /** A fork that has been started but not requested yet. */
        private record Second(PairFork fork, CompletableFuture<ForkReport> result) {}

        private final ProcessorHalves halves;
        private final Start start;
        private final ProcessorSwap.Pin pin;
        private Optional<Second> second = Optional.empty();

        SimultaneousForks(ProcessorHalves halves, Start start, ProcessorSwap.Pin pin) {
            this.halves = halves;
            this.start = start;
            this.pin = pin;
        }

        ForkReport fork(PairFork fork, Path folder) {
            Optional<Second> ended = second.filter(it -> it.fork().equals(fork));
            second = Optional.empty();
            return ended.isPresent() ? await(ended.get().result()) : both(fork, folder);
        }

        private ForkReport both(PairFork fork, Path folder) {
            PairFork other = fork.second();
            Path file = folder.resolve(BARRIER).toAbsolutePath();
            Path ofOther = folder.resolveSibling(other.side().folder());
            try {
                Files.deleteIfExists(file);
                IterationBarrier ofFirst = IterationBarrier.open(file, 0);
                IterationBarrier ofSecond = IterationBarrier.open(file, 1);
                PinnedFork onFirst = new PinnedFork(halves.first(), file.toString(), 0, halves.each());
                PinnedFork onSecond = new PinnedFork(halves.second(), file.toString(), 1, halves.each());
                CompletableFuture<ForkReport> task = CompletableFuture.supplyAsync(
                        () -> leaving(ofSecond, () -> start.run(other, ofOther, onSecond)),
                        run -> new Thread(run, "microbench-second-fork").start());
                try (ProcessorSwap swap = ProcessorSwap.start(List.of(ofFirst, ofSecond), halves, pin)) {
                    return leaving(ofFirst, () -> start.run(fork, folder, onFirst));
                } finally {
                    // Waits for the second fork even if interrupted.
                    var unused = task.handle((report, failure) -> report).join();
                    second = Optional.of(new Second(other, task));
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot synchronize two forks through " + file + " (" + e + ")", e);
            }
        }

        /** Runs a fork, and leaves the barrier when it ends or fails: the other fork then stops waiting. */
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

    /**
     * The two JVMs that start the forks, each with the class path of its side. They neither lock nor calibrate the
     * machine.
     */
    static final class SideHosts implements PairHosts {

        private final Map<Side, ForkServerClient> hosts = new EnumMap<>(Side.class);
        private final Map<Side, HostCases> known = new EnumMap<>(Side.class);
        private final Optional<SimultaneousForks> together;
        private volatile boolean closed;

        private SideHosts(Optional<ProcessorHalves> sideBySide) {
            this.together = sideBySide.map(halves -> new SimultaneousForks(
                    halves,
                    (fork, folder, where) -> host(fork.side())
                            .run(
                                    fork.paired().id(),
                                    fork.plan(),
                                    fork.number(),
                                    folder,
                                    where,
                                    Set.of(halves.first(), halves.second())),
                    ProcessorSwap::pin));
        }

        /** Starts both hosts and lists their cases. */
        static SideHosts start(Builds builds, ComparisonSettings settings, Consumer<String> output) {
            SideHosts started = new SideHosts(settings.sideBySide());
            try {
                for (Side side : Side.values()) {
                    Build build = builds.of(side);
                    Launch launch = new Launch(
                            "the " + side.label() + " (" + build.name() + ")",
                            build.classPath(),
                            build.directory(),
                            build.settings(settings.properties()));
                    started.hosts.put(side, ForkServerClient.start(launch, output));
                }
                for (Side side : Side.values()) {
                    started.list(side, builds.name(side));
                }
                return started;
            } catch (RuntimeException e) {
                started.close();
                throw e;
            }
        }

        private void list(Side side, String build) {
            HostCases cases = host(side).list(ComparisonSettings.SHORT_FORKS);
            if (cases.known() == 0) {
                throw new PreflightException("There are no benchmarks in the " + side.label() + ", " + build
                        + ": its class path has no class with @Benchmark methods that can be loaded."
                        + (cases.warnings().isEmpty() ? "" : " " + String.join(" ", cases.warnings())));
            }
            known.put(side, cases);
        }

        private ForkServerClient host(Side side) {
            return Optional.ofNullable(hosts.get(side)).orElseThrow();
        }

        HostCases known(Side side) {
            return Optional.ofNullable(known.get(side)).orElseThrow();
        }

        @Override
        public List<String> warnings() {
            return Stream.of(Side.values())
                    .flatMap(side -> known(side).warnings().stream())
                    .distinct()
                    .toList();
        }

        @Override
        public ForkReport fork(PairFork fork, Path folder) {
            try {
                ForkReport report = together.map(forks -> forks.fork(fork, folder))
                        .orElseGet(() -> host(fork.side()).run(fork.paired().id(), fork.plan(), fork.number(), folder));
                report.fork().failure().ifPresent(this::requireNotStopped);
                return report;
            } catch (PreflightException e) {
                awaitStopped();
                throw e;
            }
        }

        /** Throws an exception after Ctrl-C, which may end the fork before the host and this JVM notice it. */
        private void requireNotStopped(Failure failure) {
            if (failure.kind() == Failure.Kind.STOPPED || (failure.kind() == Failure.Kind.CRASHED && awaitStopped())) {
                throw HostEndedException.stopped(NAME);
            }
        }

        private boolean awaitStopped() {
            for (int i = 0; i < 20 && !closed; i++) {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return true;
                }
            }
            return closed;
        }

        @Override
        public void close() {
            closed = true;
            hosts.values().forEach(ForkServerClient::close);
        }
    }
}
