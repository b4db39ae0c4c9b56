// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.relay;

/** From when a relay delays, loses and counts; before that everything passes at once. Safe for several threads. */
final class Onset {

    private volatile long begin;
    private volatile boolean later;

    /** Sets the time, as {@link System#nanoTime} shows it; without one a relay does its work from the beginning. */
    void set(long nanoTime) {
        begin = nanoTime;
        later = true;
    }

    /** Returns whether the time has come. */
    boolean isReached(long now) {
        return !later || now - begin >= 0;
    }
}
