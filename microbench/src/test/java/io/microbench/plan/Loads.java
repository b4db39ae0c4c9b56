// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.plan.ShardCut.UnitCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Random units, and what shards have of them. */
final class Loads {

    private static final int[] CASES = {1, 1, 1, 2, 3, 7};

    private Loads() {}

    static RandomGenerator seeded(long seed) {
        return RandomGeneratorFactory.of("SplittableRandom").create(seed);
    }

    /** Returns units of mostly one case, some of them ladders. */
    static List<UnitCost> ofCases(RandomGenerator random, int count) {
        List<UnitCost> loads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            loads.add(new UnitCost("p.C" + random.nextInt(1 << 30) + ".m" + i, CASES[random.nextInt(CASES.length)]));
        }
        return loads;
    }

    /** Returns what each shard has. */
    static long[] sums(List<UnitCost> loads, Map<String, Integer> shards, int count) {
        long[] sums = new long[count];
        loads.forEach(load -> sums[shards.getOrDefault(load.name(), 0) - 1] += load.weight());
        return sums;
    }

    static long all(List<UnitCost> loads) {
        return loads.stream().mapToLong(UnitCost::weight).sum();
    }

    static long heaviest(List<UnitCost> loads) {
        return loads.stream().mapToLong(UnitCost::weight).max().orElse(0);
    }
}
