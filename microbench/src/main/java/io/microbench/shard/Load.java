/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.shard;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What a unit adds to its shard.
 *
 * @param name the unit
 * @param weight its cost, 0 or more
 */
record Load(String name, long weight) {

    private static final Comparator<Load> HEAVIEST_FIRST =
            Comparator.comparingLong(Load::weight).reversed().thenComparing(Load::name);

    static List<Load> heaviestFirst(Collection<Load> loads) {
        return loads.stream().sorted(HEAVIEST_FIRST).toList();
    }
}
