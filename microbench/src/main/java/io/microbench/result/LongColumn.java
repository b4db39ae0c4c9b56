// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/**
 * Stores whole numbers with as many bits each as their range needs; no bits if all are equal.
 *
 * <p>Each is kept as its distance from the least ("frame of reference").
 */
final class LongColumn {

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
