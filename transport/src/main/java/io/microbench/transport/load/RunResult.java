// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.LoadMonitor.CpuTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The result of a run.
 *
 * @param started the start of the run, including the warm-up
 * @param addresses the addresses of the nodes
 * @param intervals the intervals of the measured time, in order and without gaps
 * @param cpu the processor time of this process during the measured time; empty if the system does not report it
 * @param nodesCpu the total processor time of all nodes during the measured time; empty if the system does not report
 *     it
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

    /**
     * The result of an interval between two times, in nanoseconds since the end of the warm-up.
     *
     * @param to the end, above {@code from}
     * @param streams the transfers of all streams, in the order of the clients
     * @param median the median time of returned messages, in nanoseconds; 0 if there are none
     * @param p99 the 99th percentile of these times, in nanoseconds; 0 if there are none
     */
    record LoadInterval(long from, long to, List<Transfer> streams, long median, long p99) {

        private static final double MEDIAN = 50;
        private static final double HIGH = 99;

        LoadInterval {
            streams = List.copyOf(streams);
        }

        static LoadInterval of(long from, long to, List<Transfer> streams, Histogram times) {
            return new LoadInterval(
                    from, to, streams, times.getValueAtPercentile(MEDIAN), times.getValueAtPercentile(HIGH));
        }

        Transfer sum() {
            return streams.stream().reduce(Transfer.NONE, Transfer::plus);
        }

        double seconds() {
            return (to - from) / 1e9;
        }
    }
}
