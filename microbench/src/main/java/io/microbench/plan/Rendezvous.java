// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.text.Sha256;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Distributes units by their names, so that most units keep their shard when others are added or removed.
 *
 * <p>Each unit ranks the shards by a hash of both names, and goes to the first: rendezvous hashing, D. G. Thaler and C. V.
 * Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on Networking 6 (1998). That alone never
 * moves a unit when another one is added, but the result is as uneven as a random one: with 60 units in four shards, the fullest
 * has 36 % more than its share on average. So a shard takes at most {@value #SLACK_PERCENT} % above the even share, and a unit
 * whose shard is full goes to its next one: consistent hashing with bounded loads, V. Mirrokni, M. Thorup and M. Zadimoghaddam,
 * SODA 2018. As there, the order of units does not depend on when they were added: the heaviest comes first, equal ones are
 * ordered by name.
 *
 * <p>A unit that fits into no shard, which happens only to heavy ones, goes to the shard with the least load. Then no shard has
 * more than the larger of {@value #SLACK_PERCENT} % above the even share, and the even share plus the heaviest unit. A tighter
 * bound has a price: with 150 cases in 60 units and four shards, another unit moves 3.0 cases of others with 5 %, 2.6 with
 * {@value #SLACK_PERCENT} % and 1.2 with 25 %, on average over 200 random plans; the fullest shard then has 4, 9 or 23 % more
 * than its share.
 */
final class Rendezvous {

    static final int SLACK_PERCENT = 10;

    private Rendezvous() {}

    /**
     * Returns the shard of each unit by its name.
     *
     * @param units units with unique names
     * @param count number of shards, at least 1; they are numbered from 1
     */
    static Map<String, Integer> shards(Collection<UnitCost> units, int count) {
        long bound = bound(units, count);
        long[] loads = new long[count];
        Map<String, Integer> shards = new HashMap<>();
        for (UnitCost unit : UnitCost.heaviestFirst(units)) {
            List<Integer> liked = liked(unit.name(), count);
            int chosen = liked.stream()
                    .filter(shard -> loads[shard - 1] + unit.weight() <= bound)
                    .findFirst()
                    .orElseGet(() -> liked.stream()
                            .min(Comparator.comparingLong(shard -> loads[shard - 1]))
                            .orElseThrow());
            loads[chosen - 1] += unit.weight();
            shards.put(unit.name(), chosen);
        }
        return shards;
    }

    /** Returns the capacity of a shard. */
    static long bound(Collection<UnitCost> units, int count) {
        long all = units.stream().mapToLong(UnitCost::weight).sum();
        long heaviest = units.stream().mapToLong(UnitCost::weight).max().orElse(0);
        long even = -Math.floorDiv(-all, (long) count);
        long share = Math.max(even, all * (100 + SLACK_PERCENT) / (100L * count));
        return Math.max(share, heaviest);
    }

    /** Returns the shards in the order of a unit's preference. */
    private static List<Integer> liked(String name, int count) {
        Map<Integer, String> draws = new HashMap<>();
        IntStream.rangeClosed(1, count).forEach(shard -> draws.put(shard, Sha256.of(name + '\n' + shard)));
        return draws.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
