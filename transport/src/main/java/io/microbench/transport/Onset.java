// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/** The time from which a relay delays, loses and counts; earlier data passes immediately. Thread-safe. */
final class Onset {

    private volatile long begin;
    private volatile boolean later;

    void set(long nanoTime) {
        begin = nanoTime;
        later = true;
    }

    boolean isReached(long now) {
        return !later || now - begin >= 0;
    }
}
