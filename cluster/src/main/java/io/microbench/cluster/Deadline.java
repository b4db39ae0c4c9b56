// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.text.Durations;
import java.time.Duration;

/** A deadline, measured by the monotonic clock. */
final class Deadline {

    private final Duration length;
    private final long end;

    private Deadline(Duration length) {
        this.length = length;
        this.end = System.nanoTime() + length.toNanos();
    }

    static Deadline in(Duration length) {
        return new Deadline(length);
    }

    boolean isOver() {
        return nanosLeft() <= 0;
    }

    long nanosLeft() {
        return end - System.nanoTime();
    }

    @Override
    public String toString() {
        return Durations.text(length);
    }
}
