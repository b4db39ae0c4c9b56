// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

/**
 * Measures how many operations per second 1 to 200 workers get from local stores without a durability guarantee.
 *
 * <p>Does not measure: replicated stores, a power failure, more data than fits into memory.
 *
 * <p>Cost: 40 cases x 1 fork x 3 s = 2.0 min.
 *
 * <p>Covers: {@link Backend}, as far as the backends on the class path have {@link Durability#MEMORY}.
 *
 * <p>Run: {@code ./mvnw -pl store -am -DskipTests=false -Dtest=MemoryStoreBenchmark test}
 */
public class MemoryStoreBenchmark extends LocalStoreMicrobenchmark {

    public MemoryStoreBenchmark() {
        super(Durability.MEMORY);
    }
}
