// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Distributes units by their cost, so that all shards end at about the same time.
 *
 * <p>In descending order of cost, each unit goes to the shard with the least cost so far: longest processing time first, R.
 * L. Graham, "Bounds on multiprocessing timing anomalies", SIAM Journal on Applied Mathematics 17 (1969). With n shards,
 * the longest one takes at most 4/3 - 1/(3n) times as long as with the best distribution. Units of equal cost are ordered
 * by name, equal shards by number.
 *
 * <p>The distribution is not stable: a change of one cost may move any unit.
 */
final class LongestFirst {

    private LongestFirst() {}

    /**
     * Returns the shard of each unit by its name.
     *
     * @param units units with unique names
     * @param count number of shards, at least 1; they are numbered from 1
     */
    static Map<String, Integer> shards(Collection<UnitCost> units, int count) {
        long[] loads = new long[count];
        Map<String, Integer> shards = new HashMap<>();
        for (UnitCost unit : UnitCost.heaviestFirst(units)) {
            int least = 0;
            for (int shard = 1; shard < count; shard++) {
                least = loads[shard] < loads[least] ? shard : least;
            }
            loads[least] += unit.weight();
            shards.put(unit.name(), least + 1);
        }
        return shards;
    }
}
