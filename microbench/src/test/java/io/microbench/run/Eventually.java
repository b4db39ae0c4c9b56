// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for an effect of another process or thread. */
public final class Eventually {

    private Eventually() {}

    /** Returns as soon as the condition is true; fails after the given number of seconds. */
    public static void within(long seconds, String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Timed out after " + seconds + " s, waiting for: " + what);
            }
            Thread.sleep(10);
        }
    }
}
