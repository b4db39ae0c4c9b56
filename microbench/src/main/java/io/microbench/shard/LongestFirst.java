// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.shard;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Shares units out by what they cost, so that all shards end at about the same time.
 *
 * <p>The longest first, each goes to the shard that has the least so far: longest processing time first, R. L. Graham,
 * "Bounds on multiprocessing timing anomalies", SIAM Journal on Applied Mathematics 17 (1969). With n shards the longest one
 * takes at most 4/3 - 1/(3n) times what the best of all ways of sharing out would. Of equal costs the first by name
 * comes first, of equal shards the first.
 *
 * <p>Nothing holds a unit where it is: another cost may move any of them.
 */
final class LongestFirst {

    private LongestFirst() {}

    /**
     * Returns the shard of each unit by its name.
     *
     * @param units each with a name of its own
     * @param count how many shards, 1 or more; they are numbered from 1
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
