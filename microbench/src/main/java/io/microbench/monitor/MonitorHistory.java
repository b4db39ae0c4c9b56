// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/** Stores the samples of the last two minutes; thread-safe. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class MonitorHistory {

    /**
     * One sample of a measured fork; NaN for unknown values.
     *
     * @param time time of the sample, by the clock of this machine
     * @param node node of the fork; empty for this machine
     * @param job the case that the fork measures
     * @param silent time since the node last sent values, which are repeated here; zero for new values
     * @param lost whether that node is lost; a lost node sends no samples until it returns
     * @param cpu processor time of the whole JVM since the last sample, in percent of one processor: 200 for two busy ones
     * @param jitCpu processor time of its compiler threads, in the same unit
     * @param gcCpu processor time of its collector threads and of the VM thread, which collects if there are none, in the same unit
     * @param threads live platform threads that run Java, including the benchmark's threads
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
            Optional<String> node,
            String job,
            Duration silent,
            boolean lost,
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
            double rate) {

        static Sample unknown(String node, String job, Instant time) {
            double none = Double.NaN;
            return new Sample(
                    time,
                    Optional.of(node),
                    job,
                    Duration.ZERO,
                    false,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none,
                    none);
        }

        /** Returns this sample for a fork on a node that has sent nothing for the given time. */
        Sample with(Instant when, Optional<String> where, Duration since, boolean gone) {
            return new Sample(
                    when,
                    where,
                    job,
                    since,
                    gone,
                    cpu,
                    jitCpu,
                    gcCpu,
                    threads,
                    virtualThreads,
                    files,
                    heap,
                    direct,
                    metaspace,
                    code,
                    rate);
        }
    }

    public static final Duration KEPT = Duration.ofMinutes(2);

    private final Deque<Sample> samples = new ArrayDeque<>();
    private final List<Consumer<Sample>> listeners = new CopyOnWriteArrayList<>();

    /** Adds the newest sample; removes those older than {@link #KEPT}. */
    void add(Sample sample) {
        keep(sample);
        repeat(sample);
    }

    private synchronized void keep(Sample sample) {
        samples.addLast(sample);
        Instant oldest = sample.time().minus(KEPT);
        while (samples.getFirst().time().isBefore(oldest)) {
            samples.removeFirst();
        }
    }

    /** Passes the last sample of a silent node to the listeners again; it is not stored again. */
    void repeat(Sample sample) {
        listeners.forEach(listener -> listener.accept(sample));
    }

    /**
     * Adds a listener, which gets each sample from now on, and the last one of a silent node again once a second. It is called by one
     * thread at a time, and must not block the monitor.
     */
    public void listen(Consumer<Sample> listener) {
        listeners.add(listener);
    }

    /** Returns the samples since the given time, inclusive, the oldest first. */
    public List<Sample> get(Instant from) {
        return get(from, Instant.MAX);
    }

    /** Returns the samples between the given times, both inclusive, the oldest first. */
    public synchronized List<Sample> get(Instant from, Instant to) {
        return samples.stream()
                .filter(sample ->
                        !sample.time().isBefore(from) && !sample.time().isAfter(to))
                .toList();
    }
}
