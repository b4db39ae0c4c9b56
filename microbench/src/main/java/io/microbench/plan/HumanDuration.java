/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Reads and writes durations the way people say them: {@code 500 ms}, {@code 2 s}, {@code 1 h 5 min}. */
public final class HumanDuration {

    private static final Map<String, Duration> UNITS = Map.of(
            "ns", Duration.ofNanos(1),
            "us", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1));

    private HumanDuration() {}

    /**
     * Reads a number followed by its unit: ns, us, ms, s, m, min or h.
     *
     * @throws IllegalArgumentException if the text is anything else or names less than a nanosecond that is not zero
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

    /** Writes a duration for people, to the second from ten seconds on and to the minute from ten minutes on. */
    public static String text(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + " ms";
        }
        if (duration.compareTo(Duration.ofSeconds(10)) < 0) {
            String seconds = String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
            return (seconds.endsWith(".0") ? seconds.substring(0, seconds.length() - 2) : seconds) + " s";
        }
        long seconds = Math.round(duration.toMillis() / 1000.0);
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 600) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        long minutes = Math.round(seconds / 60.0);
        if (minutes < 60) {
            return minutes + " min";
        }
        return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }
}
