// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

/**
 * Finds the time within an iteration in which units were begun and completed.
 *
 * <p>Set-up and tear-down methods of the benchmark may run between the beginning of an iteration and its first unit, and between its last
 * unit and its end. If units are begun, the window lasts from the beginning of the first one until one mean distance after the beginning
 * of the last one, or until the end of the last one if that is later. If units are only recorded, it is the whole iteration.
 */
final class UnitWindow {

    private final long opened;
    private final long closed;
    private long begun;
    private long firstBegun;
    private long lastBegun;
    private long lastEnded;

    UnitWindow(long opened, long closed) {
        this.opened = opened;
        this.closed = closed;
        firstBegun = closed;
        lastBegun = opened;
        lastEnded = opened;
    }

    /** Adds the times of a stripe. Times are compared by their differences, because the clock may overflow. */
    void add(Stripe stripe) {
        if (stripe.begun > 0) {
            begun += stripe.begun;
            firstBegun = stripe.firstBegun - firstBegun < 0 ? stripe.firstBegun : firstBegun;
            lastBegun = stripe.lastBegun - lastBegun > 0 ? stripe.lastBegun : lastBegun;
        }
        lastEnded = stripe.lastEnded - lastEnded > 0 ? stripe.lastEnded : lastEnded;
    }

    double seconds() {
        if (begun < 2) {
            return (closed - (begun == 0 ? opened : firstBegun)) / 1e9;
        }
        long distance = (lastBegun - firstBegun) / (begun - 1);
        long length = Math.max(lastBegun - firstBegun + distance, lastEnded - firstBegun);
        return Math.min(length, closed - firstBegun) / 1e9;
    }
}
