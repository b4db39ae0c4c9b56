// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The distribution from which keys are drawn, before the measurement. */
enum KeyDraw {

    /** Every key is equally likely. */
    UNIFORM {
        @Override
        double weight(int rank) {
            return 1;
        }
    },

    /** The key of rank r is drawn in proportion to 1 / r^0.99, as in YCSB (B. Cooper et al., SoCC 2010). */
    ZIPF {
        @Override
        double weight(int rank) {
            return Math.pow(rank + 1, -EXPONENT);
        }
    };

    private static final double EXPONENT = 0.99;

    abstract double weight(int rank);

    /** Returns the distribution with a name in lower case. */
    static KeyDraw of(String name) {
        return switch (name) {
            case "uniform" -> UNIFORM;
            case "zipf" -> ZIPF;
            default ->
                throw new IllegalArgumentException("distribution = \"" + name + "\": expected one of uniform, zipf");
        };
    }

    /** Returns draws from the keys 0 to {@code keys - 1}; the frequent ones depend on the seed. */
    int[] draws(int keys, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] keyOfRank = shuffled(keys, random);
        double[] sums = new double[keys];
        double sum = 0;
        for (int rank = 0; rank < keys; rank++) {
            sum += weight(rank);
            sums[rank] = sum;
        }
        double all = sum;
        return random.doubles(count, 0, all)
                .mapToInt(at -> {
                    int found = Arrays.binarySearch(sums, at);
                    return keyOfRank[found < 0 ? -found - 1 : Math.min(found + 1, keys - 1)];
                })
                .toArray();
    }

    /** Returns the numbers from 0 in a random order. */
    static int[] shuffled(int count, SplittableRandom random) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int swap = random.nextInt(i + 1);
            order[i] = order[swap];
            order[swap] = i;
        }
        return order;
    }
}
