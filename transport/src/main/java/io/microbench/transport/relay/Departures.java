// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.relay;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * When that which has arrived in one direction of a relay leaves it. Needs no clock: it is told when something has arrived. Not safe for
 * several threads.
 */
final class Departures {

    /** The payload of a TCP segment in an Ethernet frame of 1500 bytes, with time stamps. */
    static final int SEGMENT = 1448;

    /** Linux waits so long, and the time of a round trip, before it sends a segment again (its least, {@code TCP_RTO_MIN}). */
    private static final long LEAST_TIMEOUT = Duration.ofMillis(200).toNanos();

    private final Link link;
    private final SplittableRandom random;
    private final RelayCounters counters;
    private final Onset onset;
    private boolean started;
    private long last;

    /** Makes a direction, whose number sets its chances apart from those of others. */
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
     * Returns when bytes of a stream leave, which is never before the bytes in front of them. A lost segment is sent again: it comes a
     * retransmission timeout later, and what is behind it waits.
     *
     * @param length how many bytes, at least 1; so many segments as they fill
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

    /** Counts a datagram that could not be held as lost. */
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
