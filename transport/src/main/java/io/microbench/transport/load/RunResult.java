// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run.
 *
 * @param started its start, including the warm-up
 * @param addresses of the nodes
 * @param intervals the intervals of the measured time, in order and without gaps
 * @param cpu the processor time of this process in that time; empty if the system does not report it
 * @param nodesCpu the processor time of all nodes together
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

    double seconds() {
        return intervals.isEmpty() ? 0 : intervals.get(intervals.size() - 1).to() / 1e9;
    }
}
