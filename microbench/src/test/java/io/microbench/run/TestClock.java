// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A nano clock that a test moves. */
public final class TestClock implements LongSupplier {

    // Close to the overflow, where comparing instead of subtracting goes wrong.
    private long now = Long.MAX_VALUE - 5;

    @Override
    public long getAsLong() {
        return now;
    }

    public void pass(Duration time) {
        now += time.toNanos();
    }
}
