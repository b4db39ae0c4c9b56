// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of an interval between two times, in nanoseconds since the end of the warm-up.
 *
 * @param to above {@code from}
 * @param streams of all clients, in their order
 * @param median the median of returned messages, in nanoseconds; 0 if there are none
 * @param p99 their 99th percentile, in nanoseconds; 0 if there are none
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
