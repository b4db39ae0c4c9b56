// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for something that another process or thread brings about. */
public final class Eventually {

    private Eventually() {}

    /** Returns as soon as the condition holds; fails when it does not within so many seconds. */
    public static void within(long seconds, String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Not within " + seconds + " s: " + what);
            }
            Thread.sleep(10);
        }
    }
}
