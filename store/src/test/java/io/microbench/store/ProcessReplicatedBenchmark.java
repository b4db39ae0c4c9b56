// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

/**
 * Measures how many operations per second 1 to 200 workers get from replicated stores with one member and with three
 * where the operating system has each change before it is acknowledged,
 * and how long an operation takes.
 *
 * <p>Does not measure: members on other machines, a power failure, more data than fits into memory.
 *
 * <p>Cost: 136 cases x 1 fork x 4 s = 9.1 min.
 *
 * <p>Covers: {@link ReplicatedBackend}, as far as the backends on the class path have {@link Durability#PROCESS}.
 *
 * <p>Run: {@code ./mvnw -pl store -am -DskipTests=false -Dtest=ProcessReplicatedBenchmark test}
 */
public class ProcessReplicatedBenchmark extends ReplicatedStoreMicrobenchmark {

    public ProcessReplicatedBenchmark() {
        super(Durability.PROCESS);
    }
}
