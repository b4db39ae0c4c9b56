// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.text.Counted;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Prints callers that a node refused, at most {@value #MOST} lines a minute: anybody who reaches the port can cause more. */
final class RefusalLog {

    static final int MOST = 10;
    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

    private final PrintStream err;
    private final LongSupplier nanos;
    private long windowStart;
    private long inWindow;

    RefusalLog(PrintStream err, LongSupplier nanos) {
        this.err = err;
        this.nanos = nanos;
        this.windowStart = nanos.getAsLong();
    }

    synchronized void refused(String address, String reason) {
        if (nanos.getAsLong() - windowStart >= WINDOW_NANOS) {
            finish();
            windowStart = nanos.getAsLong();
            inWindow = 0;
        }
        inWindow++;
        if (inWindow <= MOST) {
            err.println("# Refused " + address + ": " + reason);
        } else if (inWindow == MOST + 1) {
            err.println("# Refused more than " + MOST + " callers within a minute; the others are counted.");
        }
    }

    /** Prints the number of callers that were only counted. */
    synchronized void finish() {
        if (inWindow > MOST) {
            err.println("# Refused " + Counted.of(inWindow - MOST, "more caller") + ".");
            inWindow = 0;
        }
    }
}
