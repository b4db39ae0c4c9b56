// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.Arrays;

/**
 * Stores many numbers exactly and in few bits: as whole numbers of the last decimal place that any of them has, where
 * all have few, and as the bits of a double otherwise. A number may be absent.
 */
record Column(LongColumn values, LongColumn present, int places) {

    private static final int BITS = -1;
    private static final int MOST_PLACES = 9;
    private static final long MOST_WHOLE = 1L << 52;
    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

    static final class Builder {

        private double[] values = new double[16];
        private long[] present = new long[16];
        private int size;

        void add(double value) {
            put(value, 1);
        }

        void addAbsent() {
            put(0, 0);
        }

        private void put(double value, long there) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
                present = Arrays.copyOf(present, 2 * size);
            }
            values[size] = value;
            present[size++] = there;
        }

        int size() {
            return size;
        }

        Column build() {
            LongColumn there = LongColumn.of(present, size);
            long[] whole = new long[size];
            for (int places = 0; places <= MOST_PLACES; places++) {
                if (whole(values, size, places, whole)) {
                    return new Column(LongColumn.of(whole, size), there, places);
                }
            }
            for (int i = 0; i < size; i++) {
                whole[i] = Double.doubleToRawLongBits(values[i]);
            }
            return new Column(LongColumn.of(whole, size), there, BITS);
        }
    }

    /** Returns whether all are whole numbers of a decimal place, and which; division gives back the very same double. */
    private static boolean whole(double[] values, int size, int places, long[] whole) {
        for (int i = 0; i < size; i++) {
            double scaled = Math.rint(values[i] * POWERS[places]);
            if (!(Math.abs(scaled) < MOST_WHOLE)) {
                return false;
            }
            whole[i] = (long) scaled;
            if (Double.doubleToRawLongBits(whole[i] / POWERS[places]) != Double.doubleToRawLongBits(values[i])) {
                return false;
            }
        }
        return true;
    }

    static Column constant(double value, int size) {
        Builder builder = new Builder();
        for (int i = 0; i < size; i++) {
            builder.add(value);
        }
        return builder.build();
    }

    static Column absent(int size) {
        Builder builder = new Builder();
        for (int i = 0; i < size; i++) {
            builder.addAbsent();
        }
        return builder.build();
    }

    int size() {
        return values.size();
    }

    boolean hasNone() {
        return present.isAll(0);
    }

    boolean has(int index) {
        return present.get(index) != 0;
    }

    boolean hasAll() {
        return present.isAll(1);
    }

    double get(int index) {
        return places < 0 ? Double.longBitsToDouble(values.get(index)) : values.get(index) / POWERS[places];
    }

    boolean isAll(double value) {
        return isConstant() && (size() == 0 || Double.compare(get(0), value) == 0);
    }

    boolean isConstant() {
        return hasAll() && values.isConstant();
    }

    /** Appends a number, or null, as JSON. */
    void appendTo(StringBuilder json, int index) {
        if (!has(index)) {
            json.append("null");
            return;
        }
        double value = get(index);
        if (!Double.isFinite(value)) {
            json.append('"').append(value).append('"');
        } else if (places < 0) {
            json.append(value);
        } else {
            appendDecimal(json, values.get(index));
        }
    }

    private void appendDecimal(StringBuilder json, long whole) {
        if (whole < 0) {
            json.append('-');
        }
        long digits = Math.abs(whole);
        long unit = (long) POWERS[places];
        json.append(digits / unit);
        long rest = digits % unit;
        if (rest == 0) {
            return;
        }
        json.append('.');
        for (long place = unit / 10; rest > 0; place /= 10) {
            json.append((char) ('0' + rest / place));
            rest %= place;
        }
    }

    /**
     * Stores whole numbers with as many bits each as their range needs; no bits if all are equal.
     *
     * <p>Each is kept as its distance from the least ("frame of reference").
     */
    static final class LongColumn {

        private final int size;
        private final long least;
        private final int width;
        private final long[] words;

        private LongColumn(int size, long least, int width, long[] words) {
            this.size = size;
            this.least = least;
            this.width = width;
            this.words = words;
        }

        static LongColumn of(long[] values, int size) {
            long least = size == 0 ? 0 : values[0];
            long most = least;
            for (int i = 0; i < size; i++) {
                least = Math.min(least, values[i]);
                most = Math.max(most, values[i]);
            }
            // A range beyond that of a long has its highest bit set, and takes all 64.
            int width = Long.SIZE - Long.numberOfLeadingZeros(most - least);
            long[] words = new long[(int) (((long) size * width + Long.SIZE - 1) / Long.SIZE)];
            for (int i = 0; width > 0 && i < size; i++) {
                long bit = (long) i * width;
                int word = (int) (bit / Long.SIZE);
                int shift = (int) (bit % Long.SIZE);
                long distance = values[i] - least;
                words[word] |= distance << shift;
                if (shift + width > Long.SIZE) {
                    words[word + 1] |= distance >>> (Long.SIZE - shift);
                }
            }
            return new LongColumn(size, least, width, words);
        }

        int size() {
            return size;
        }

        long get(int index) {
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

        boolean isAll(long value) {
            return width == 0 && (size == 0 || least == value);
        }

        boolean isConstant() {
            return width == 0;
        }

        LongColumn plus(long more) {
            return more == 0 ? this : new LongColumn(size, least + more, width, words);
        }
    }
}
