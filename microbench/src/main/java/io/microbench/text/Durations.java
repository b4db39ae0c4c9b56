// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Parses and formats durations: {@code 500 ms}, {@code 22 min 10 s}, {@code 1 h 5 min}. */
public final class Durations {

    private static final Map<String, Duration> UNITS = Map.of(
            "ns", Duration.ofNanos(1),
            "us", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1));

    /** Shorter durations are formatted with one decimal, others are rounded to seconds. */
    private static final long WHOLE_SECONDS_FROM_MILLIS = 10_000;

    private Durations() {}

    /**
     * Parses a number followed by its unit: ns, us, ms, s, m, min or h.
     *
     * @throws IllegalArgumentException if the text is not a duration, or is above 0 but less than a nanosecond
     */
    public static Duration parse(String text) {
        String trimmed = text.strip();
        int end = 0;
        while (end < trimmed.length() && isNumeral(trimmed.charAt(end))) {
            end++;
        }
        Duration unit = UNITS.get(trimmed.substring(end).strip().toLowerCase(Locale.ROOT));
        if (unit == null || end == 0 || end > 12) {
            throw new IllegalArgumentException();
        }
        try {
            BigDecimal nanos = new BigDecimal(trimmed.substring(0, end)).multiply(BigDecimal.valueOf(unit.toNanos()));
            return Duration.ofNanos(nanos.longValueExact());
        } catch (NumberFormatException | ArithmeticException e) {
            throw (NumberFormatException) new NumberFormatException().initCause(e);
        }
    }

    private static boolean isNumeral(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }

    /** Formats a duration, rounded to seconds if it is 10 s or longer, and to minutes if it is 1 h or longer. */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < WHOLE_SECONDS_FROM_MILLIS) {
            return Numbers.shortest(millis / 1000.0, 1) + " s";
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

    /** Formats a duration like JMH's progress line: {@code 00:24:30}. */
    public static String clock(Duration duration) {
        return String.format(
                Locale.ROOT, "%02d:%02d:%02d", duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart());
    }
}
