// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers messages as they are sent: those of the warm-up from -1 downwards, those that are measured from 0 upwards, until there are enough
 * or time is up. So both sides of a connection know of each frame whether it is measured.
 */
final class Numbering {

    /** There is nothing more to send. */
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

    /** Begins the warm-up; returns when it ends. */
    long start(long now) {
        from = now + timing.warmup().toNanos();
        return from;
    }

    /** Returns the number of a message that is to be sent now, or {@link #END}; called by one thread at a time. */
    long next(long now) {
        if (now - from < 0) {
            return --warmups;
        }
        boolean over =
                timing.time().isPresent() && now - from >= timing.time().get().toNanos();
        return over || sent.get() == requests ? END : sent.getAndIncrement();
    }

    /** Returns whether a message with this number is measured. */
    static boolean isMeasured(long sequence) {
        return sequence >= 0;
    }

    /** Returns how many messages were sent that are measured; may be called from any thread. */
    long sent() {
        return sent.get();
    }

    /** Returns how many messages are asked for, as {@code " of 100"}; nothing where time decides. */
    String ofPlanned() {
        return timing.time().isPresent() ? "" : " of " + requests;
    }

    /** Returns how many messages were sent in the warm-up; called by the thread that sends. */
    long warmups() {
        return -warmups;
    }
}
