// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The cost of a unit.
 *
 * @param name the unit
 * @param weight its cost, 0 or more
 */
record UnitCost(String name, long weight) {

    private static final Comparator<UnitCost> HEAVIEST_FIRST =
            Comparator.comparingLong(UnitCost::weight).reversed().thenComparing(UnitCost::name);

    static List<UnitCost> heaviestFirst(Collection<UnitCost> loads) {
        return loads.stream().sorted(HEAVIEST_FIRST).toList();
    }
}
