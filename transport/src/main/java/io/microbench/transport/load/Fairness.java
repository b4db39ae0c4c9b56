// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.List;
import java.util.Locale;

/**
 * The fairness of streams: Jain's index, 1 if all have the same share, 1/n if one of n has everything (R. Jain, D.
 * Chiu, W. Hawe: "A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared Computer
 * Systems", DEC-TR-301, 1984).
 *
 * @param index (sum of x)<sup>2</sup> / (n * sum of x<sup>2</sup>); 1 if all are 0
 * @param least messages of the slowest stream
 * @param most messages of the fastest stream
 */
record Fairness(int streams, double index, long least, long most) {

    static Fairness of(List<Transfer> streams) {
        double sum = 0;
        double squares = 0;
        long least = Long.MAX_VALUE;
        long most = 0;
        for (Transfer stream : streams) {
            double messages = stream.back();
            sum += messages;
            squares += messages * messages;
            least = Math.min(least, stream.back());
            most = Math.max(most, stream.back());
        }
        return new Fairness(streams.size(), sum == 0 ? 1 : sum * sum / (streams.size() * squares), least, most);
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "Fairness over %d streams: %.4f (Jain's index), %d to %d messages each.",
                streams,
                index,
                least,
                most);
    }
}
