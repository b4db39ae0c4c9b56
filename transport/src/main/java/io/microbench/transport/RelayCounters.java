// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** The counters of a relay in both directions: segments of a stream, or datagrams. */
public final class RelayCounters {

    private final LongAdder passed = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final Histogram late = LegReport.histogram();

    RelayCounters() {}

    void passed() {
        passed.increment();
    }

    void lost() {
        lost.increment();
    }

    /** Records that data left this many nanoseconds after its due time. */
    void left(long lateNanos) {
        synchronized (late) {
            late.recordValue(lateNanos);
        }
    }

    /** Returns by how many nanoseconds data left late. */
    public Histogram late() {
        synchronized (late) {
            return late.copy();
        }
    }

    /** Returns the number that have arrived at the relay. */
    public long all() {
        return passed.sum();
    }

    /** Returns the number of lost ones: segments delayed until resent, or dropped datagrams. */
    public long losses() {
        return lost.sum();
    }
}
