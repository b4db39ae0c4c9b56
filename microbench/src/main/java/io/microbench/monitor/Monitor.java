/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.monitor;

import io.microbench.fork.ForkGauge;
import io.microbench.fork.ForkGauge.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Samples the busy fork once a second, writes a line and stores it.
 *
 * <p>It runs in the host and reads what the system shows of the fork's process. The fork itself is asked nothing: what
 * only it knows, it shows by its {@link ForkGauge}.
 */
public final class Monitor implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 1000;
    private static final Path PROC = Path.of("/proc");

    private final Consumer<String> lines;
    private final Clock clock;
    private final MonitorTable table = new MonitorTable();
    private final MonitorHistory history = new MonitorHistory();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "microbench-monitor");
        thread.setDaemon(true);
        return thread;
    });

    private Path gauge;
    private String job = "";
    private double rate = Double.NaN;
    private Optional<ForkSampler> sampler = Optional.empty();

    private Monitor(Path gauge, Consumer<String> lines, Clock clock) {
        this.gauge = gauge;
        this.lines = lines;
        this.clock = clock;
    }

    /**
     * Starts to look.
     *
     * @param folder where forks are told to leave the facts that they report
     * @param lines takes each line of the table
     * @throws UncheckedIOException if the file for the forks cannot be made
     */
    public static Monitor start(Path folder, Consumer<String> lines) {
        Monitor monitor = new Monitor(folder.resolve(ForkGauge.FILE), lines, Clock.systemUTC());
        Gauge.clear(monitor.gauge);
        var unused = monitor.timer.scheduleAtFixedRate(
                monitor::tick, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        return monitor;
    }

    /** A fork is about to start that leaves the facts that it reports in the given folder. */
    public synchronized void busy(String name, Path folder) {
        gauge = folder.resolve(ForkGauge.FILE);
        busy(name);
    }

    /** A fork is about to start, to measure the job of the given name. */
    public synchronized void busy(String name) {
        Gauge.clear(gauge);
        job = name;
        sampler = Optional.empty();
        rate = Double.NaN;
    }

    /** An iteration of the busy fork came to so many operations per second. */
    public synchronized void rate(double operationsPerSecond) {
        rate = operationsPerSecond;
    }

    /** Returns what was seen in the last two minutes. */
    public MonitorHistory history() {
        return history;
    }

    // A monitor that cannot look is no reason to fail what it looks at.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private synchronized void tick() {
        try {
            Gauge.read(gauge).ifPresent(this::look);
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
    }

    private void look(Gauge shown) {
        long pid = shown.raw(Slot.PID);
        if (sampler.filter(known -> known.pid() == pid).isEmpty()) {
            sampler = Optional.of(new ForkSampler(pid, job, PROC));
        }
        sampler.flatMap(known -> known.sample(shown, clock.instant(), System.nanoTime(), rate))
                .ifPresent(sample -> {
                    history.add(sample);
                    table.lines(sample).forEach(lines);
                });
    }

    @Override
    public void close() {
        timer.shutdownNow();
        remove();
    }

    private synchronized void remove() {
        try {
            Files.deleteIfExists(gauge);
        } catch (IOException e) {
            // It is in the folder of the run, and harms nobody there.
        }
    }
}
