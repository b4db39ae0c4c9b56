// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.fork.ForkGauge.Slot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Samples one fork: the system's information on its process, and the values in the fork's gauge. */
final class ForkSampler {

    /** After this many samples without a change, the gauge is that of a fork that has ended. */
    private static final int STILL = 3;

    private final long pid;
    private final String job;
    private final Path process;
    private final ThreadTimes times;
    private Optional<ThreadTimes.Seconds> before = Optional.empty();
    private long beforeNanos;
    private boolean looked;
    private boolean shown;
    private long round;
    private int still;

    /**
     * Creates a sampler.
     *
     * @param proc Linux's folder of processes
     */
    ForkSampler(long pid, String job, Path proc) {
        this.pid = pid;
        this.job = job;
        this.process = proc.resolve(Long.toString(pid));
        this.times = new ThreadTimes(process);
    }

    long pid() {
        return pid;
    }

    /**
     * Takes a sample.
     *
     * @param nanoTime a clock that never steps, for the shares of processor time
     * @param rate operations per second, known only to the host
     * @return empty at first, without earlier processor times, and when the fork has ended
     */
    Optional<MonitorHistory.Sample> sample(Gauge gauge, Instant time, long nanoTime, double rate) {
        Optional<ThreadTimes.Seconds> now = times.read();
        Optional<ThreadTimes.Seconds> last = before;
        double elapsed = (nanoTime - beforeNanos) / 1e9;
        boolean first = !looked;
        shown |= now.isPresent();
        looked = true;
        before = now;
        beforeNanos = nanoTime;
        still = gauge.raw(Slot.ROUND) == round ? still + 1 : 0;
        round = gauge.raw(Slot.ROUND);
        boolean gone = still >= STILL || (shown && now.isEmpty());
        if (first || gone) {
            return Optional.empty();
        }
        return Optional.of(new MonitorHistory.Sample(
                time,
                Optional.empty(),
                job,
                Duration.ZERO,
                false,
                percent(last.map(ThreadTimes.Seconds::all), now.map(ThreadTimes.Seconds::all), elapsed),
                percent(last.map(ThreadTimes.Seconds::compiler), now.map(ThreadTimes.Seconds::compiler), elapsed),
                percent(last.map(ThreadTimes.Seconds::collector), now.map(ThreadTimes.Seconds::collector), elapsed),
                gauge.value(Slot.THREADS),
                gauge.value(Slot.VIRTUAL_THREADS),
                files(),
                gauge.value(Slot.HEAP),
                gauge.value(Slot.DIRECT),
                gauge.value(Slot.METASPACE),
                gauge.value(Slot.CODE),
                rate));
    }

    private static double percent(Optional<Double> before, Optional<Double> now, double elapsed) {
        return before.isEmpty() || now.isEmpty() || elapsed <= 0
                ? Double.NaN
                : Math.max(0, now.get() - before.get()) / elapsed * 100;
    }

    private double files() {
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            return open.count();
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
