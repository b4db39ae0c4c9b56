// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Relay.Link;
import io.microbench.transport.Relay.RelayCounters;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Computes when data leaves a relay in one direction, from the times of arrival, without a clock. Not thread-safe. */
final class Departures {

    /** The payload of a TCP segment in an Ethernet frame of 1500 bytes, with time stamps. */
    static final int SEGMENT = 1448;

    /** The least time besides a round trip before Linux resends a segment ({@code TCP_RTO_MIN}). */
    private static final long LEAST_TIMEOUT = Duration.ofMillis(200).toNanos();

    private final Link link;
    private final SplittableRandom random;
    private final RelayCounters counters;
    private final Onset onset;
    private boolean started;
    private long last;

    /** Creates a direction; its number makes its random numbers differ from those of others. */
    Departures(Link link, long direction, RelayCounters counters, Onset onset) {
        this.link = link;
        random = new SplittableRandom(link.seed() * 31 + direction);
        this.counters = counters;
        this.onset = onset;
    }

    /** Returns when a datagram leaves; empty if it is lost. A later one may leave earlier. */
    OptionalLong ofDatagram(long now) {
        if (!onset.isReached(now)) {
            return OptionalLong.of(now);
        }
        counters.passed();
        if (isLost()) {
            counters.lost();
            return OptionalLong.empty();
        }
        return OptionalLong.of(now + delay());
    }

    /**
     * Returns when bytes of a stream leave, never before earlier bytes. A lost segment is resent: it arrives a
     * retransmission timeout later, and later bytes wait for it.
     *
     * @param length the number of bytes, at least 1, which fill one or more segments
     */
    long ofSegments(long now, int length) {
        if (!onset.isReached(now)) {
            return inOrder(now);
        }
        long due = now + delay();
        for (int i = 0; i < (length + SEGMENT - 1) / SEGMENT; i++) {
            counters.passed();
            if (isLost()) {
                counters.lost();
                due += LEAST_TIMEOUT + 2 * link.delay().toNanos();
            }
        }
        return inOrder(due);
    }

    void overflowed() {
        counters.lost();
    }

    /** Returns when the end of a stream leaves. */
    long ofEnd(long now) {
        return inOrder(now + link.delay().toNanos());
    }

    private long inOrder(long due) {
        last = started && due - last < 0 ? last : due;
        started = true;
        return last;
    }

    private boolean isLost() {
        return link.loss() > 0 && random.nextDouble() < link.loss();
    }

    private long delay() {
        long jitter = link.jitter().toNanos();
        return link.delay().toNanos() + (jitter == 0 ? 0 : random.nextLong(-jitter, jitter + 1));
    }
}
