// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.ShardCut.Rendezvous;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RendezvousTest {

    private static final int TRIALS = 200;

    /** Machines of one run may have different versions; the shard of a name must be the same on all. */
    @Test
    void assignsSameShardInEveryVersion() {
        Map<String, Integer> loads = Map.of("a", 1, "b", 1, "c", 1, "d", 1, "e", 1, "f", 1);

        assertThat(Rendezvous.shards(loads, 3)).isEqualTo(Map.of("a", 3, "b", 3, "c", 2, "d", 2, "e", 1, "f", 1));
    }

    @Test
    void ignoresOrderOfUnits() {
        Map<String, Integer> loads = Loads.ofCases(Loads.seeded(1), 50);
        List<String> names = new ArrayList<>(loads.keySet());
        Collections.shuffle(names, new Random(2));
        Map<String, Integer> shuffled = new LinkedHashMap<>();
        names.forEach(name -> shuffled.put(name, loads.getOrDefault(name, 0)));

        assertThat(Rendezvous.shards(shuffled, 4)).isEqualTo(Rendezvous.shards(loads, 4));
    }

    @Test
    void balancesShards() {
        RandomGenerator random = Loads.seeded(3);
        for (int trial = 0; trial < TRIALS; trial++) {
            int count = random.nextInt(1, 8);
            Map<String, Integer> loads = Loads.ofCases(random, random.nextInt(1, 100));

            long[] sums = Loads.sums(loads, Rendezvous.shards(loads, count), count);

            long heavy = Loads.all(loads) / count + Loads.heaviest(loads);
            assertThat(Arrays.stream(sums).max().orElseThrow())
                    .isLessThanOrEqualTo(Math.max(Rendezvous.bound(loads.values(), count), heavy));
            assertThat(Arrays.stream(sums).sum()).isEqualTo(Loads.all(loads));
        }
    }

    @Test
    void limitsLoadToTenPercentAboveShareOrHeaviestUnit() {
        List<Integer> loads = List.of(10, 10, 20);

        assertThat(Rendezvous.bound(loads, 1)).isEqualTo(44);
        assertThat(Rendezvous.bound(loads, 2)).isEqualTo(22);
        assertThat(Rendezvous.bound(loads, 4)).isEqualTo(20);
        assertThat(Rendezvous.bound(List.of(), 3)).isZero();
    }

    @Test
    void mayExceedLimitOfSmallShareByOneCase() {
        Map<String, Integer> seven = IntStream.range(0, 7).boxed().collect(Collectors.toMap(i -> "u" + i, i -> 1));

        assertThat(Rendezvous.bound(seven.values(), 2)).isEqualTo(4);
        assertThat(Rendezvous.bound(seven.values(), 7)).isEqualTo(1);
        assertThat(Rendezvous.shards(seven, 7).values()).doesNotHaveDuplicates();
    }

    @Test
    void movesFewUnitsWhenUnitIsAdded() {
        RandomGenerator random = Loads.seeded(4);
        long moved = 0;
        long all = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Map<String, Integer> before = Loads.ofCases(random, 60);
            Map<String, Integer> after = new LinkedHashMap<>(before);
            after.putAll(Loads.ofCases(random, 1));

            long here = moved(before, Rendezvous.shards(before, 4), Rendezvous.shards(after, 4));

            assertThat(here).isLessThan(Loads.all(before) / 4);
            moved += here;
            all += Loads.all(before);
        }
        // Cutting a list of names into four equal parts would move three of eight on average.
        assertThat((double) moved / all).isLessThan(0.03);
    }

    @Test
    void movesFewUnitsWhenShardIsAdded() {
        RandomGenerator random = Loads.seeded(5);
        long moved = 0;
        long all = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Map<String, Integer> loads = Loads.ofCases(random, 60);
            moved += moved(loads, Rendezvous.shards(loads, 4), Rendezvous.shards(loads, 5));
            all += Loads.all(loads);
        }
        assertThat((double) moved / all).isBetween(0.15, 0.4);
    }

    private static long moved(Map<String, Integer> loads, Map<String, Integer> before, Map<String, Integer> after) {
        return loads.entrySet().stream()
                .filter(load ->
                        !Objects.requireNonNull(before.get(load.getKey())).equals(after.get(load.getKey())))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
