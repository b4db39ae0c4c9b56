/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.time.Duration;
import java.util.Locale;

/** Writes lengths of time as people say them. */
final class Durations {

    private Durations() {}

    /** Returns {@code 350 ms}, {@code 40 s}, {@code 2 min 5 s}, {@code 3 h 20 min}. */
    static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 10_000) {
            return String.format(Locale.ROOT, millis % 1000 == 0 ? "%.0f s" : "%.1f s", millis / 1000.0);
        }
        long seconds = Math.round(millis / 1000.0);
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }
}
