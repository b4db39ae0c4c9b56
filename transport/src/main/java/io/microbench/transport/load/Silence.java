// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Durations;
import io.microbench.transport.Arrival;
import io.microbench.transport.Connection;
import io.microbench.transport.Receiver;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Passes on arrivals to a loop, and ends the loop when nothing has arrived for too long. */
final class Silence implements Receiver {

    private final AbstractLoop loop;
    private final Duration most;
    private final LongSupplier clock;
    private volatile long last;

    Silence(AbstractLoop loop, Duration most, LongSupplier nanoClock) {
        this.loop = loop;
        this.most = most;
        clock = nanoClock;
        last = nanoClock.getAsLong();
    }

    /** Restarts the time. */
    void broken() {
        last = clock.getAsLong();
    }

    @Override
    public void received(Connection connection, Arrival arrival) {
        last = arrival.lastNanos();
        loop.received(connection, arrival);
    }

    @Override
    public void lost(IOException problem) {
        loop.lost(problem);
    }

    /** Returns the remaining nanoseconds without an arrival; 0 or less if the time is over. */
    long nanosLeft() {
        return most.toNanos() - (clock.getAsLong() - last);
    }

    /** Ends the loop if its time is over. */
    void check() {
        if (nanosLeft() <= 0) {
            loop.giveUp("Nothing arrived for " + Durations.text(most) + " (--silence)");
        }
    }
}
