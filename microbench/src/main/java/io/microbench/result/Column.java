// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Stores a number for each iteration of a fork, once if all are equal. A number may be absent. */
final class Column {

    /** Whole numbers below this are written without a decimal point. */
    private static final double MOST_WHOLE = 1L << 52;

    private final int size;
    private final double[] values;
    private final BitSet absent;

    private Column(int size, double[] values, BitSet absent) {
        this.size = size;
        this.values = values;
        this.absent = absent;
    }

    static final class Builder {

        private double[] values = new double[16];
        private final BitSet absent = new BitSet();
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        void addAbsent() {
            absent.set(size);
            add(0);
        }

        int size() {
            return size;
        }

        Column build() {
            boolean same = IntStream.range(1, size).allMatch(i -> Double.compare(values[0], values[i]) == 0);
            return new Column(size, Arrays.copyOf(values, same ? Math.min(1, size) : size), absent);
        }
    }

    static Column constant(double value, int size) {
        return new Column(size, size == 0 ? new double[0] : new double[] {value}, new BitSet());
    }

    static Column absent(int size) {
        BitSet absent = new BitSet();
        absent.set(0, size);
        return new Column(size, size == 0 ? new double[0] : new double[] {0}, absent);
    }

    int size() {
        return size;
    }

    boolean hasNone() {
        return absent.cardinality() == size;
    }

    boolean has(int index) {
        return !absent.get(index);
    }

    boolean hasAll() {
        return absent.isEmpty();
    }

    double get(int index) {
        return values[values.length == 1 ? 0 : index];
    }

    boolean isAll(double value) {
        return isConstant() && (size == 0 || Double.compare(get(0), value) == 0);
    }

    boolean isConstant() {
        return hasAll() && values.length <= 1;
    }

    /** Appends a number, or null, as JSON. */
    void appendTo(StringBuilder json, int index) {
        double value = get(index);
        if (!has(index)) {
            json.append("null");
        } else if (!Double.isFinite(value)) {
            json.append('"').append(value).append('"');
        } else if (Math.abs(value) < MOST_WHOLE && Double.compare(value, (double) (long) value) == 0) {
            json.append((long) value);
        } else {
            json.append(value);
        }
    }
}
