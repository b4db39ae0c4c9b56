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

    /** How long a sample is kept. */
    public static final Duration KEPT = Duration.ofMinutes(2);

    private final Deque<MonitorSample> samples = new ArrayDeque<>();

    /** Adds the newest sample; those that are older than {@link #KEPT} by then are gone. */
    synchronized void add(MonitorSample sample) {
        samples.addLast(sample);
        Instant oldest = sample.time().minus(KEPT);
        while (samples.getFirst().time().isBefore(oldest)) {
            samples.removeFirst();
        }
    }

    /** Returns what was sampled since the given time, which counts, the oldest first. */
    public List<MonitorSample> get(Instant from) {
        return get(from, Instant.MAX);
    }

    /** Returns what was sampled between the given times, which both count, the oldest first. */
    public synchronized List<MonitorSample> get(Instant from, Instant to) {
        return samples.stream()
                .filter(sample ->
                        !sample.time().isBefore(from) && !sample.time().isAfter(to))
                .toList();
    }
}
