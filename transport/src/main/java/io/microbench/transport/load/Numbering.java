// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.load.Load.Timing;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers messages as they are sent: warm-up messages from -1 downwards, measured messages from 0 upwards, until the
 * number or the time is reached. So both sides of a connection can tell whether a frame is measured.
 */
final class Numbering {

    /** The number that marks the end of all messages. */
    static final long END = Long.MIN_VALUE;

    private final long requests;
    private final Timing timing;
    private long from;
    private long warmups;
    private final AtomicLong sent = new AtomicLong();

    Numbering(long requests, Timing timing) {
        this.requests = requests;
        this.timing = timing;
    }

    long start(long now) {
        from = now + timing.warmup().toNanos();
        return from;
    }

    /** Returns the number of the message to send now, or {@link #END}; not thread-safe. */
    long next(long now) {
        if (now - from < 0) {
            return --warmups;
        }
        boolean over =
                timing.time().isPresent() && now - from >= timing.time().get().toNanos();
        return over || sent.get() == requests ? END : sent.getAndIncrement();
    }

    static boolean isMeasured(long sequence) {
        return sequence >= 0;
    }

    long sent() {
        return sent.get();
    }

    /** Returns the requested number of messages as {@code " of 100"}; empty if the time is given. */
    String ofPlanned() {
        return timing.time().isPresent() ? "" : " of " + requests;
    }

    /** Returns the number of messages of the warm-up; called by the sending thread. */
    long warmups() {
        return -warmups;
    }
}
