// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

/**
 * Measures how many operations per second 1 to 200 workers get from replicated stores with one member and with three
 * whose acknowledged changes may be in memory only, and how long an operation takes.
 *
 * <p>Does not measure: members on other machines, a power failure, more data than fits into memory.
 *
 * <p>Cost: 68 cases x 1 fork x 4 s = 4.5 min.
 *
 * <p>Covers: {@link ReplicatedBackend}, as far as the backends on the class path have {@link Durability#MEMORY}.
 *
 * <p>Run: {@code ./mvnw -pl store -am -DskipTests=false -Dtest=MemoryReplicatedBenchmark test}
 */
public class MemoryReplicatedBenchmark extends ReplicatedStoreMicrobenchmark {

    public MemoryReplicatedBenchmark() {
        super(Durability.MEMORY);
    }
}
