// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

/**
 * Measures how many operations per second 1 to 200 workers get from replicated stores with one member and with three where each change is on disk before it is acknowledged,
 * and how long an operation takes.
 *
 * <p>Does not measure: members on other machines, a power failure, more data than fits into memory.
 *
 * <p>Cost: 136 cases x 1 fork x 4 s = 9.1 min.
 *
 * <p>Covers: {@link ReplicatedBackend}, as far as the backends on the class path have {@link Durability#SAFE}.
 *
 * <p>Run: {@code ./mvnw -pl store -am -DskipTests=false -Dtest=SafeReplicatedBenchmark test}
 */
public class SafeReplicatedBenchmark extends ReplicatedStoreMicrobenchmark {

    public SafeReplicatedBenchmark() {
        super(Durability.SAFE);
    }
}
