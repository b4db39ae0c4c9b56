// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.relay;

import io.microbench.transport.LegReport;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** What has passed a relay in both directions: segments of a stream, or datagrams. */
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

    /** Notes that something left so many nanoseconds after its time had come. */
    void left(long lateNanos) {
        synchronized (late) {
            late.recordValue(lateNanos);
        }
    }

    /** Returns how many nanoseconds too late the relay let things pass. */
    public Histogram late() {
        synchronized (late) {
            return late.copy();
        }
    }

    /** Returns how many have arrived at the relay. */
    public long all() {
        return passed.sum();
    }

    /** Returns how many of them were lost: held back until they were sent again, or, as datagrams, dropped. */
    public long losses() {
        return lost.sum();
    }
}
