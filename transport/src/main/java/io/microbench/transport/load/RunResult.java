// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run has measured.
 *
 * @param started when it began, with its warm-up
 * @param addresses of the nodes
 * @param clients what each has measured
 * @param intervals the measured time, in order and without gaps
 * @param cpu what this process used in that time; empty where the system does not say
 * @param nodesCpu the same of the nodes, together
 */
record RunResult(
        Load load,
        Instant started,
        List<String> addresses,
        List<ClientResult> clients,
        List<LoadInterval> intervals,
        Optional<CpuTimes> cpu,
        Optional<CpuTimes> nodesCpu) {

    RunResult {
        addresses = List.copyOf(addresses);
        clients = List.copyOf(clients);
        intervals = List.copyOf(intervals);
    }

    boolean isWhole() {
        return clients.stream().allMatch(ClientResult::isWhole);
    }

    /** Returns the measured time in seconds. */
    double seconds() {
        return intervals.isEmpty() ? 0 : intervals.get(intervals.size() - 1).to() / 1e9;
    }
}
