// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.fork.ForkGauge;
import io.microbench.fork.ForkGauge.Slot;
import io.microbench.monitor.ForkSampler.Gauge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Samples the running fork once a second.
 *
 * <p>It runs in the host and reads the system's information on the fork's process. The fork itself is not queried: it
 * writes the facts that only it knows to its {@link ForkGauge}.
 */
public final class Monitor implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 1000;
    private static final Path PROC = Path.of("/proc");

    private final Consumer<Optional<MonitorHistory.Sample>> taker;
    private final ScheduledExecutorService timer = timer();

    private Path gauge;
    private String job = "";
    private double rate = Double.NaN;
    private Optional<ForkSampler> sampler = Optional.empty();

    private Monitor(Path gauge, Consumer<Optional<MonitorHistory.Sample>> taker) {
        this.gauge = gauge;
        this.taker = taker;
    }

    /** Starts to sample forks that report their facts to a file in the folder. */
    public static Monitor start(Path folder, MonitorHistory history) {
        return looking(folder, sample -> sample.ifPresent(history::add));
    }

    /** Starts to sample; the taker is called once a second, with an empty value if no fork is running. */
    public static Monitor looking(Path folder, Consumer<Optional<MonitorHistory.Sample>> taker) {
        Monitor monitor = new Monitor(folder.resolve(ForkGauge.FILE), taker);
        Gauge.clear(monitor.gauge);
        var unused = monitor.timer.scheduleAtFixedRate(
                monitor::tick, INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        return monitor;
    }

    static ScheduledExecutorService timer() {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "microbench-monitor");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Reports that a fork is about to start and will write its facts to the given folder. */
    public synchronized void busy(String name, Path folder) {
        gauge = folder.resolve(ForkGauge.FILE);
        busy(name);
    }

    public synchronized void busy(String name) {
        Gauge.clear(gauge);
        job = name;
        sampler = Optional.empty();
        rate = Double.NaN;
    }

    /** Sets the operations per second of the last iteration of the running fork. */
    public synchronized void rate(double operationsPerSecond) {
        rate = operationsPerSecond;
    }

    // A failing monitor must not make the measurement fail.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private synchronized void tick() {
        try {
            taker.accept(Gauge.read(gauge).flatMap(this::look));
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
    }

    private Optional<MonitorHistory.Sample> look(Gauge shown) {
        long pid = shown.raw(Slot.PID);
        ForkSampler current =
                sampler.filter(known -> known.pid() == pid).orElseGet(() -> new ForkSampler(pid, job, PROC));
        sampler = Optional.of(current);
        return current.sample(shown, Instant.now(), System.nanoTime(), rate);
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
            // The file remains in the folder of the run, where it does no harm.
        }
    }
}
