// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.List;

/**
 * A physical quantity with its units.
 *
 * <p>Counts scale by 1,000 (k, M, G, T), memory by 1,024 (KiB, MiB, GiB, TiB), durations by units of time.
 */
public enum Quantity {
    COUNT(new Unit("", 1), new Unit("k", 1e3), new Unit("M", 1e6), new Unit("G", 1e9), new Unit("T", 1e12)),
    MEMORY(
            new Unit("B", 1),
            new Unit("KiB", 0x1p10),
            new Unit("MiB", 0x1p20),
            new Unit("GiB", 0x1p30),
            new Unit("TiB", 0x1p40)),
    /** Nanoseconds; values below 1 have decimals because there is no smaller unit. */
    DURATION(
            new Unit("ns", 1),
            new Unit("µs", 1e3),
            new Unit("ms", 1e6),
            new Unit("s", 1e9),
            new Unit("min", 60e9),
            new Unit("h", 3600e9));

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable, but its type does not show it
    private final List<Unit> units;

    Quantity(Unit... units) {
        this.units = List.of(units);
    }

    public record Unit(String symbol, double size) {

        /** Formats a value, given in the smallest unit of the quantity, in this unit: {@code 1.23 M}. */
        public String format(double value) {
            String number = Numbers.scaled(value / size);
            return symbol.isEmpty() || !Double.isFinite(value) ? number : number + " " + symbol;
        }
    }

    /** Formats a value, given in the smallest unit, in the best unit: 1234567 as {@code 1.23 M}. */
    public String format(double value) {
        return bestFor(value).format(value);
    }

    /** Returns the largest unit in which the formatted value is at least 1. */
    public Unit bestFor(double value) {
        return units.get(fit(value));
    }

    /** Returns the unit for all of the values, given in the smallest unit; the smallest unit if there are no values. */
    public Unit unitFor(UnitChoice choice, double... values) {
        int[] fitting = new int[units.size()];
        int largest = 0;
        int smallest = units.size() - 1;
        boolean any = false;
        for (double value : values) {
            if (value != 0 && Double.isFinite(value)) {
                int fit = fit(value);
                fitting[fit]++;
                largest = Math.max(largest, fit);
                smallest = Math.min(smallest, fit);
                any = true;
            }
        }
        if (!any) {
            return units.get(0);
        }
        return switch (choice) {
            case BEST -> units.get(mostOften(fitting));
            case LARGEST -> units.get(largest);
            case SMALLEST -> units.get(smallest);
            case NONE -> units.get(0);
        };
    }

    private int fit(double value) {
        double size = Math.abs(value);
        int fit = 0;
        if (Double.isFinite(size)) {
            // 999,996 is 1 M, not 1000.00 k: the rounded value decides.
            while (fit + 1 < units.size()
                    && rounded(size, units.get(fit)) >= units.get(fit + 1).size()) {
                fit++;
            }
        }
        return fit;
    }

    private static double rounded(double value, Unit unit) {
        return Math.round(value / unit.size() * 100) / 100.0 * unit.size();
    }

    private static int mostOften(int[] counts) {
        int most = 0;
        for (int i = 1; i < counts.length; i++) {
            if (counts[i] >= counts[most]) {
                most = i;
            }
        }
        return most;
    }

    /** The choice of a common unit for a list of values. */
    public enum UnitChoice {
        /** The best unit of most of the values; the larger one if two are equally common. */
        BEST,
        /** The best unit of the largest value. */
        LARGEST,
        /** The best unit of the smallest value other than 0. */
        SMALLEST,
        /** The unit of the input. */
        NONE
    }
}
