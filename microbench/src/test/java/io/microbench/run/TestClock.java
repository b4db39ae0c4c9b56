// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A nano clock that a test advances. */
public final class TestClock implements LongSupplier {

    // Close to the overflow, where a comparison without subtraction fails.
    private long now = Long.MAX_VALUE - 5;

    @Override
    public long getAsLong() {
        return now;
    }

    public void pass(Duration time) {
        now += time.toNanos();
    }
}
