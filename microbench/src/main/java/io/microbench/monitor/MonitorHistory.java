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

/** Stores the samples of the last two minutes; safe for use from any thread. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class MonitorHistory {

    /**
     * What one look at a measured fork showed; NaN where something is not known.
     *
     * @param time when, by the clock of this machine
     * @param node on which the fork runs; empty for this machine
     * @param job the case that the fork measures
     * @param silent for how long nothing has come from the node, whose last values these are; zero for values that are new
     * @param lost whether that node has been given up; nothing comes of it until it is back
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

        /** Returns what there is of a node that nothing was ever seen of. */
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

        /** Returns the same values as those of a fork on a node, seen at the given time. */
        Sample on(String name, Instant seen) {
            return with(seen, Optional.of(name), Duration.ZERO, false);
        }

        /** Returns the same values as the last ones of a node from which nothing has come for a while. */
        Sample silent(Instant now, Duration since, boolean gone) {
            return with(now, node, since, gone);
        }

        private Sample with(Instant when, Optional<String> where, Duration since, boolean gone) {
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

    /** How long a sample is kept. */
    public static final Duration KEPT = Duration.ofMinutes(2);

    private final Deque<Sample> samples = new ArrayDeque<>();
    private final List<Consumer<Sample>> listeners = new CopyOnWriteArrayList<>();

    /** Adds the newest sample; those that are older than {@link #KEPT} by then are gone. */
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

    /** Passes the last sample of a silent node to the listeners again; it is not stored twice. */
    void repeat(Sample sample) {
        listeners.forEach(listener -> listener.accept(sample));
    }

    /**
     * Adds a listener, which gets each sample from now on, and the last one of a silent node again once a second. It is called by one
     * thread at a time, and must not wait: it keeps the monitor from looking.
     */
    public void listen(Consumer<Sample> listener) {
        listeners.add(listener);
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
