// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/** The time with at least one message in flight; guarded by the lock of its loop. */
final class BusyTime {

    private int onTheirWay;
    private long since;
    private long nanos;

    void sent(long now) {
        if (onTheirWay++ == 0) {
            since = now;
        }
    }

    void back(long now) {
        if (--onTheirWay == 0) {
            nanos += now - since;
        }
    }

    void ended(long now) {
        if (onTheirWay > 0) {
            nanos += now - since;
            onTheirWay = 0;
        }
    }

    long nanos() {
        return nanos;
    }
}
