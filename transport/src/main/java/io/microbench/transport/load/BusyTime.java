// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/** The time with at least one message in flight; guarded by the lock of its loop. */
final class BusyTime {

    private int onTheirWay;
    private long since;
    private long nanos;

    /** Records that a message is sent. */
    void sent(long now) {
        if (onTheirWay++ == 0) {
            since = now;
        }
    }

    /** Records that a message is back. */
    void back(long now) {
        if (--onTheirWay == 0) {
            nanos += now - since;
        }
    }

    /** Records that the loop stops waiting. */
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
