// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/** The time in which at least one message was on its way; used under the lock of its loop. */
final class BusyTime {

    private int onTheirWay;
    private long since;
    private long nanos;

    /** Notes that a message is sent. */
    void sent(long now) {
        if (onTheirWay++ == 0) {
            since = now;
        }
    }

    /** Notes that a message is back. */
    void back(long now) {
        if (--onTheirWay == 0) {
            nanos += now - since;
        }
    }

    /** Notes that nothing more is waited for. */
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
