// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Counts durations in buckets whose width is less than 1 % of their value, like HdrHistogram (Gil Tene): each power of two is
 * divided into 128 equal parts. Durations below {@value #PARTS} ns are exact.
 *
 * <p>Not thread-safe.
 */
public final class Histogram {

    private static final int BITS = 8;
    static final int PARTS = 1 << BITS;

    /** Durations of 2^42 ns, 73 minutes, and more share the last bucket. */
    private static final int MOST_BITS = 42;

    private static final long[] NONE = {};

    private static final int BUCKETS = (MOST_BITS - BITS + 1) * PARTS;

    /** Allocated for the first duration, because most stripes of a large machine never record one. */
    private long[] counts = NONE;

    /** The sum of the durations in each bucket, so that means are exact. */
    private long[] sums = NONE;

    private long total;

    /** Adds a duration that occurred this many times; a negative duration is counted as 0. */
    public void add(long duration, long times) {
        addSum(duration * times, times);
    }

    /** Adds this many durations with the given sum, each as their mean; a negative sum is counted as 0. */
    void addSum(long sum, long times) {
        if (counts.length == 0) {
            counts = new long[BUCKETS];
            sums = new long[BUCKETS];
        }
        long positive = Math.max(0, sum);
        int bucket = bucket(positive / times);
        counts[bucket] += times;
        sums[bucket] += positive;
        total += times;
    }

    void addAll(Histogram other) {
        if (counts.length == 0) {
            counts = other.counts.clone();
            sums = other.sums.clone();
        } else {
            for (int i = 0; i < other.counts.length; i++) {
                counts[i] += other.counts[i];
                sums[i] += other.sums[i];
            }
        }
        total += other.total;
    }

    void clear() {
        if (total > 0) {
            Arrays.fill(counts, 0);
            Arrays.fill(sums, 0);
            total = 0;
        }
    }

    /** Returns the number of durations. */
    public long total() {
        return total;
    }

    /** Returns the sum of all durations in nanoseconds, not rounded to buckets. */
    public long nanos() {
        return Arrays.stream(sums).sum();
    }

    /** Passes on each bucket that is not empty: the mean of its durations, in nanoseconds, and their number. */
    public void forEach(BiConsumer<Double, Long> buckets) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                buckets.accept((double) sums[i] / counts[i], counts[i]);
            }
        }
    }

    /** Returns the middle of the bucket of a duration, in nanoseconds. */
    static long middleOf(long nanos) {
        return middle(bucket(Math.max(0, nanos)));
    }

    private static int bucket(long nanos) {
        int power = Long.SIZE - Long.numberOfLeadingZeros(nanos | (PARTS - 1)) - BITS;
        if (power > MOST_BITS - BITS) {
            return BUCKETS - 1;
        }
        // In the lowest power, the part is the duration itself; in others, its highest bit is that of the power.
        return power * PARTS + (int) ((nanos >>> power) & (PARTS - 1));
    }

    /** Returns the width of the bucket of a duration, in nanoseconds. */
    static long width(long nanos) {
        return 1L << (bucket(Math.max(0, nanos)) / PARTS);
    }

    private static long middle(int bucket) {
        int power = bucket / PARTS;
        long part = bucket % PARTS;
        if (power == 0) {
            return part;
        }
        return (part << power) + (1L << (power - 1));
    }
}
