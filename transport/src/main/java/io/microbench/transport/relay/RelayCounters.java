/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.relay;

import java.util.concurrent.atomic.LongAdder;

/** What has passed a relay in both directions: segments of a stream, or datagrams. */
public final class RelayCounters {

    private final LongAdder passed = new LongAdder();
    private final LongAdder lost = new LongAdder();

    RelayCounters() {}

    void passed() {
        passed.increment();
    }

    void lost() {
        lost.increment();
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
