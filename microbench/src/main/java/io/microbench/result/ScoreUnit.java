// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The unit of a score: {@code ops/ms} for throughput, {@code ns/op} for the time of an operation.
 *
 * @param symbol the unit as JMH prints it
 * @param higherIsBetter whether a higher score is better: true for throughput, false for times
 * @param nanos its unit of time in nanoseconds
 */
public record ScoreUnit(String symbol, boolean higherIsBetter, double nanos) {

    private static final String PER_TIME = "ops/";
    private static final String PER_OPERATION = "/op";

    /** The labels of {@code TimeValue.tuToString} of JMH 1.37. */
    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "hr", 3600e9, "day", 86400e9);

    /** Parses a unit; empty if JMH has no such unit. */
    public static Optional<ScoreUnit> parse(String unit) {
        if (unit.startsWith(PER_TIME)) {
            return of(unit, true, unit.substring(PER_TIME.length()));
        }
        return unit.endsWith(PER_OPERATION)
                ? of(unit, false, unit.substring(0, unit.length() - PER_OPERATION.length()))
                : Optional.empty();
    }

    private static Optional<ScoreUnit> of(String unit, boolean higherIsBetter, String time) {
        return Optional.ofNullable(NANOS.get(time)).map(nanos -> new ScoreUnit(unit, higherIsBetter, nanos));
    }

    /**
     * Parses the unit of a mode's scores, and checks that mode and unit agree on whether higher is better.
     *
     * @throws IllegalArgumentException if the unit is unknown or does not match the mode; the message names both
     */
    public static ScoreUnit of(Mode mode, String unit) {
        ScoreUnit parsed = parse(unit)
                .orElseThrow(() -> new IllegalArgumentException("Unit " + unit + " of mode " + mode
                        + ": expected ops/<time> or <time>/op with <time> one of ns, us, ms, s, min, hr, day"));
        if (parsed.higherIsBetter != mode.higherIsBetter()) {
            throw new IllegalArgumentException("Unit " + unit + " does not match mode " + mode + ": "
                    + (mode.higherIsBetter() ? "throughput is in ops/<time>" : "times are in <time>/op"));
        }
        return parsed;
    }

    /**
     * Returns the factor that converts a value from one unit to another.
     *
     * @throws IllegalArgumentException if either is not a unit of scores, or if one is a rate and the other a time
     */
    public static double factor(String from, String to) {
        return known(from).factorTo(known(to));
    }

    private static ScoreUnit known(String unit) {
        return parse(unit)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Unit " + unit + ": expected ops/<time> or <time>/op, as JMH writes it"));
    }

    /** Returns whether values in one unit can be converted to the other: both are rates, or both are times. */
    public boolean convertsTo(ScoreUnit other) {
        return higherIsBetter == other.higherIsBetter;
    }

    /**
     * Returns the factor that converts a value in this unit to another unit; 1000 from {@code ops/ms} to {@code ops/s}.
     *
     * @throws IllegalArgumentException if one is a rate and the other a time; the message names both
     */
    public double factorTo(ScoreUnit other) {
        if (!convertsTo(other)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "%s and %s: a rate and a time cannot be compared", symbol, other.symbol));
        }
        return higherIsBetter ? other.nanos / nanos : nanos / other.nanos;
    }

    @Override
    public String toString() {
        return symbol;
    }
}
