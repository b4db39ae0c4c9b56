/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.watch;

import io.microbench.result.CasePlan;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.run.ForkHost;
import io.microbench.run.ForkReport;
import io.microbench.run.HostCases;
import io.microbench.run.HostCases.HostCase;
import io.microbench.run.PreflightException;
import io.microbench.stats.ForkEstimate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps measuring one case, fork after fork, until it is stopped. When the class files change, the fork that measures the old
 * ones is ended, the new ones are measured in forks of their own, and the two are compared after each fork until it is clear
 * which is faster.
 *
 * <p>The number of workers may be changed at any time. JMH fixes it for the life of a fork, so it takes hold with the next
 * one, a second or two later; what was counted before stays counted.
 */
public final class CaseWatch implements AutoCloseable {

    /** Forks that are short: what matters is to see a change soon. */
    private static final Map<String, String> SHORT_FORKS = Map.of(
            "forks", "1",
            "warmupIterations", "5",
            "microbench.warmupTime", "100ms",
            "measureIterations", "10",
            "microbench.measurementTime", "50ms");

    private static final long LOOK_MILLIS = 250;
    private final ForkHost.Launch launch;
    private final Consumer<String> say;
    private final Consumer<String> output;
    private final Clock clock;
    private final ClassFiles files;
    private final Path folder;
    private final WatchLog log = new WatchLog();
    private final CountDownLatch ended = new CountDownLatch(1);

    private Optional<ForkHost> host = Optional.empty();
    private int version = 1;
    private int workers;
    private boolean stopped;

    private CaseWatch(ForkHost.Launch launch, Consumer<String> say, Consumer<String> output) {
        this.launch = launch;
        this.say = say;
        this.output = output;
        this.clock = Clock.systemUTC();
        this.files = new ClassFiles(launch.classPath());
        try {
            this.folder = Files.createTempDirectory("microbench-watch");
        } catch (IOException e) {
            throw new UncheckedIOException("No folder for the forks can be made (" + e + ")", e);
        }
    }

    /**
     * Prepares to watch.
     *
     * @param launch class path and settings; the setting {@code microbench.cases} must choose a single case
     * @param say takes a line for each fork and for each change
     * @param output takes what JMH and the forks print
     */
    public static CaseWatch open(ForkHost.Launch launch, Consumer<String> say, Consumer<String> output) {
        return new CaseWatch(launch, say, output);
    }

    /**
     * Measures until {@link #stop} is called.
     *
     * @throws PreflightException if at the beginning there is not exactly one case to measure, or no fork can be started
     */
    public void run() {
        Thread looker = new Thread(this::look, "microbench-class-files");
        looker.setDaemon(true);
        looker.start();
        try {
            boolean first = true;
            while (!isStopped()) {
                measure(version(), first);
                first = false;
            }
        } finally {
            ended.countDown();
        }
    }

    /** Measures one version of the code until there is another. */
    private void measure(int measured, boolean first) {
        ForkHost started;
        HostCase one;
        try {
            started = start(measured);
            one = only(started.list(SHORT_FORKS));
        } catch (PreflightException e) {
            if (first && !isOver(measured)) {
                throw e;
            }
            awaitChange(measured, String.valueOf(e.getMessage()));
            return;
        }
        if (workers() == 0) {
            workers(one.plan().threads());
        }
        if (first) {
            say.accept("Watching " + one.id().text() + " in " + launch.name() + ".");
        }
        for (int number = 1; !isOver(measured); number++) {
            fork(started, one, number, measured);
        }
    }

    private ForkHost start(int measured) {
        ForkHost started = ForkHost.start(launch, output);
        boolean late;
        synchronized (this) {
            late = isOver(measured);
            host = late ? Optional.empty() : Optional.of(started);
        }
        if (late) {
            started.close();
        }
        return started;
    }

    private static HostCase only(HostCases found) {
        if (found.cases().size() == 1) {
            return found.cases().get(0);
        }
        if (found.cases().isEmpty()) {
            throw new PreflightException(
                    found.nothing().isEmpty()
                            ? "There is no benchmark to watch: no META-INF/BenchmarkList on the class path names a class which"
                                    + " can be loaded."
                            : found.nothing());
        }
        throw new PreflightException("One case can be watched, and "
                + found.cases().size() + " are chosen: "
                + found.cases().stream().limit(5).map(c -> c.id().text()).collect(Collectors.joining("; "))
                + (found.cases().size() > 5 ? "; ..." : "") + ". Say which, as in '*Codec.encode:size=1024'.");
    }

    private void fork(ForkHost started, HostCase one, int number, int measured) {
        int threads = workers();
        ForkReport report;
        try {
            report = started.run(one.id(), withThreads(one.plan(), threads), number, folder);
        } catch (PreflightException e) {
            awaitChange(measured, String.valueOf(e.getMessage()));
            return;
        }
        ForkResult fork = report.fork();
        if (fork.failure().isPresent()) {
            awaitChange(measured, "The fork failed: " + fork.failure().get().message() + ".");
            return;
        }
        String unit = report.score().map(Metric::unit).orElse("");
        Round round =
                new Round(clock.instant(), measured, threads, ForkEstimate.forkValue(fork.measuredScores()), unit);
        synchronized (this) {
            if (!isOver(measured)) {
                say.accept(log.add(round));
            }
        }
    }

    /** Waits for other code, as this one cannot be measured. */
    private synchronized void awaitChange(int measured, String why) {
        if (isOver(measured)) {
            // It was ended because there is other code already.
            return;
        }
        say.accept(WatchLog.time(clock.instant()) + "  " + why + " Waiting for a change.");
        try {
            while (!isOver(measured)) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }

    private synchronized boolean isOver(int measured) {
        return stopped || version != measured;
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private void look() {
        try {
            while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (files.changed()) {
                    turnToNewCode();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void turnToNewCode() {
        synchronized (this) {
            version++;
            log.changed();
            say.accept(WatchLog.time(clock.instant()) + "  The class files have changed: #" + version + ".");
            notifyAll();
        }
        // Ends the busy fork.
        closeHost();
    }

    private void closeHost() {
        Optional<ForkHost> busy;
        synchronized (this) {
            busy = host;
            host = Optional.empty();
        }
        busy.ifPresent(ForkHost::close);
    }

    private synchronized int version() {
        return version;
    }

    /** Returns whether nobody has stopped it, and it has not failed. */
    public boolean isRunning() {
        return ended.getCount() > 0 && !isStopped();
    }

    /** Returns the number of workers that the next fork runs; 0 before the first fork. */
    public synchronized int workers() {
        return workers;
    }

    /**
     * Lets the next fork run so many workers; what is counted goes on.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public synchronized void workers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("Workers: " + count + ". Accepted is 1 or more.");
        }
        if (workers != 0 && workers != count) {
            say.accept(
                    WatchLog.time(clock.instant()) + "  Workers: " + workers + " -> " + count + " with the next fork.");
        }
        workers = count;
    }

    /** Returns every fork that was measured, the oldest first. */
    public synchronized List<Round> rounds() {
        return log.rounds();
    }

    /** Stops, from any thread; the busy fork is ended. */
    public void stop() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        closeHost();
    }

    @Override
    public void close() {
        stop();
        try (Stream<Path> left = Files.list(folder)) {
            for (Path file : left.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // The system clears its folder for such files by itself.
        }
    }

    private static CasePlan withThreads(CasePlan plan, int threads) {
        return new CasePlan(
                plan.mode(),
                plan.timeUnit(),
                threads,
                plan.forks(),
                plan.warmupForks(),
                plan.warmup(),
                plan.measurement(),
                plan.operationsPerInvocation(),
                plan.timeout(),
                plan.gcBetweenIterations(),
                plan.jvm(),
                plan.jvmArgs(),
                plan.profilers());
    }
}
