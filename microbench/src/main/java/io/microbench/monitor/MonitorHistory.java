/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apiguardian.api.API;

/** Stores the samples of the last two minutes; safe for use from any thread. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class MonitorHistory {

    /**
     * What one look at a measured fork showed; NaN where something is not known.
     *
     * @param time when
     * @param job the case that the fork measures
     * @param cpu processor time of the whole JVM since the look before, in percent of one processor: 200 for two that are busy
     * @param jitCpu processor time of its compiler threads, likewise
     * @param gcCpu processor time of its collector threads and of the VM thread, which collects where there are none, likewise
     * @param threads live platform threads that run Java, the benchmark's among them
     * @param virtualThreads virtual threads that are mounted or wait for a carrier; known on JDK 24 and newer
     * @param files open file descriptors
     * @param heap bytes of heap in use, garbage included
     * @param direct bytes of direct buffers
     * @param metaspace bytes of class data in use
     * @param code bytes of compiled code
     * @param rate operations per second in the iteration that ended last, warm-up included; NaN before the first
     */
    public record Sample(
            Instant time,
            String job,
            double cpu,
            double jitCpu,
            double gcCpu,
            double threads,
            double virtualThreads,
            double files,
            double heap,
            double direct,
            double metaspace,
            double code,
            double rate) {}

    /** How long a sample is kept. */
    public static final Duration KEPT = Duration.ofMinutes(2);

    private final Deque<Sample> samples = new ArrayDeque<>();

    /** Adds the newest sample; those that are older than {@link #KEPT} by then are gone. */
    synchronized void add(Sample sample) {
        samples.addLast(sample);
        Instant oldest = sample.time().minus(KEPT);
        while (samples.getFirst().time().isBefore(oldest)) {
            samples.removeFirst();
        }
    }

    /** Returns what was sampled since the given time, which counts, the oldest first. */
    public List<Sample> get(Instant from) {
        return get(from, Instant.MAX);
    }

    /** Returns what was sampled between the given times, which both count, the oldest first. */
    public synchronized List<Sample> get(Instant from, Instant to) {
        return samples.stream()
                .filter(sample ->
                        !sample.time().isBefore(from) && !sample.time().isAfter(to))
                .toList();
    }
}
