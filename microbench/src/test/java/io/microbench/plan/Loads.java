// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Creates random units, and sums the loads of shards. */
final class Loads {

    private static final int[] CASES = {1, 1, 1, 2, 3, 7};

    private Loads() {}

    static RandomGenerator seeded(long seed) {
        return RandomGeneratorFactory.of("SplittableRandom").create(seed);
    }

    /** Returns the sizes of units, most of one case, some of them ladders. */
    static Map<String, Integer> ofCases(RandomGenerator random, int count) {
        Map<String, Integer> loads = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            loads.put("p.C" + random.nextInt(1 << 30) + ".m" + i, CASES[random.nextInt(CASES.length)]);
        }
        return loads;
    }

    /** Returns the load of each shard. */
    static long[] sums(Map<String, Integer> loads, Map<String, Integer> shards, int count) {
        long[] sums = new long[count];
        loads.forEach((name, size) -> sums[shards.getOrDefault(name, 0) - 1] += size);
        return sums;
    }

    static long all(Map<String, Integer> loads) {
        return loads.values().stream().mapToLong(size -> size).sum();
    }

    static long heaviest(Map<String, Integer> loads) {
        return loads.values().stream().mapToLong(size -> size).max().orElse(0);
    }
}
