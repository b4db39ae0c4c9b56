// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Stores numbers exactly and compactly: as multiples of the smallest decimal place if all have few decimals, otherwise as the bits of
 * doubles. Numbers may be absent.
 *
 * <p>Each number is stored as its distance from the smallest number ("frame of reference"), with as many bits as the range requires, which
 * is 0 if all are equal.
 */
final class Column {

    /** Represents an absent number: a NaN that is not the result of any arithmetic. */
    static final double ABSENT = Double.longBitsToDouble(0x7ff8_dead_0000_0001L);

    private static final long ABSENT_BITS = Double.doubleToRawLongBits(ABSENT);
    private static final int BITS = -1;
    private static final int MOST_PLACES = 9;
    private static final long MOST_WHOLE = 1L << 52;
    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

    private final int size;
    private final int places;
    private final long absent;
    private final long least;
    private final int width;
    private final long[] words;

    /** Creates a column from multiples of a decimal place or bits of doubles; {@code absent} represents an absent number. */
    private Column(long[] whole, int places, long absent) {
        this.size = whole.length;
        this.places = places;
        this.absent = absent;
        this.least = Arrays.stream(whole).min().orElse(0);
        // If the range exceeds a long, the difference overflows, its highest bit is set, and the width is 64.
        this.width =
                Long.SIZE - Long.numberOfLeadingZeros(Arrays.stream(whole).max().orElse(0) - least);
        this.words = new long[(int) (((long) size * width + Long.SIZE - 1) / Long.SIZE)];
        for (int i = 0; width > 0 && i < size; i++) {
            long bit = (long) i * width;
            int word = (int) (bit / Long.SIZE);
            int shift = (int) (bit % Long.SIZE);
            long distance = whole[i] - least;
            words[word] |= distance << shift;
            if (shift + width > Long.SIZE) {
                words[word + 1] |= distance >>> (Long.SIZE - shift);
            }
        }
    }

    static Column of(double[] values) {
        long[] whole = new long[values.length];
        for (int places = 0; places <= MOST_PLACES; places++) {
            if (whole(values, places, whole)) {
                long absent = Arrays.stream(whole).max().orElse(0) + 1;
                for (int i = 0; i < values.length; i++) {
                    whole[i] = isAbsent(values[i]) ? absent : whole[i];
                }
                return new Column(whole, places, absent);
            }
        }
        Arrays.setAll(whole, i -> Double.doubleToRawLongBits(values[i]));
        return new Column(whole, BITS, ABSENT_BITS);
    }

    /**
     * Returns whether all values are integers after scaling by {@code 10^places}, and stores these integers; dividing them restores
     * exactly the same doubles.
     */
    private static boolean whole(double[] values, int places, long[] whole) {
        for (int i = 0; i < values.length; i++) {
            if (isAbsent(values[i])) {
                continue;
            }
            double scaled = Math.rint(values[i] * POWERS[places]);
            whole[i] = (long) scaled;
            if (!(Math.abs(scaled) < MOST_WHOLE)
                    || Double.doubleToRawLongBits(whole[i] / POWERS[places]) != Double.doubleToRawLongBits(values[i])) {
                return false;
            }
        }
        return true;
    }

    static Column constant(double value, int size) {
        double[] values = new double[size];
        Arrays.fill(values, value);
        return of(values);
    }

    static boolean isAbsent(double value) {
        return Double.doubleToRawLongBits(value) == ABSENT_BITS;
    }

    int size() {
        return size;
    }

    boolean has(int index) {
        return stored(index) != absent;
    }

    boolean hasAll() {
        return IntStream.range(0, size).allMatch(this::has);
    }

    /** Returns the number at an index, which may be {@link #ABSENT}. */
    double get(int index) {
        long stored = stored(index);
        if (stored == absent) {
            return ABSENT;
        }
        return places < 0 ? Double.longBitsToDouble(stored) : stored / POWERS[places];
    }

    private long stored(int index) {
        if (width == 0) {
            return least;
        }
        long bit = (long) index * width;
        int word = (int) (bit / Long.SIZE);
        int shift = (int) (bit % Long.SIZE);
        long distance = words[word] >>> shift;
        if (shift + width > Long.SIZE) {
            distance |= words[word + 1] << (Long.SIZE - shift);
        }
        return least + (width == Long.SIZE ? distance : distance & ((1L << width) - 1));
    }

    /** Returns whether all numbers are equal or all are absent. */
    boolean isConstant() {
        return width == 0;
    }

    boolean isAll(double value) {
        return isConstant() && (size == 0 || (Double.compare(get(0), value) == 0 && has(0) != isAbsent(value)));
    }

    /** Appends the number at an index as JSON; {@code null} if it is absent. */
    void appendTo(StringBuilder json, int index) {
        double value = get(index);
        if (isAbsent(value)) {
            json.append("null");
        } else if (!Double.isFinite(value)) {
            json.append('"').append(value).append('"');
        } else if (places < 0) {
            json.append(value);
        } else {
            json.append(BigDecimal.valueOf(stored(index), places)
                    .stripTrailingZeros()
                    .toPlainString());
        }
    }
}
