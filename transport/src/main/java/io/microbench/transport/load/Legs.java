// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Echo.LegReport;
import org.HdrHistogram.Histogram;

/**
 * Durations of messages, in nanoseconds. Each leg is timed by its sender, by a single clock: from the beginning of
 * sending to the arrival of the receipt, which has no content.
 *
 * @param upload from the beginning of a message to its receipt; empty without receipts
 * @param download the same for the returned message, by the clock of the other node
 * @param firstByte from the beginning of a message to the first byte of the answer
 * @param roundTrip from the beginning of a message to the last byte of the answer
 * @param response from the due time of a message to the last byte of the answer; in a closed loop, the round trip
 */
record Legs(Histogram upload, Histogram download, Histogram firstByte, Histogram roundTrip, Histogram response) {

    static Legs none() {
        return new Legs(
                LegReport.histogram(),
                LegReport.histogram(),
                LegReport.histogram(),
                LegReport.histogram(),
                LegReport.histogram());
    }

    void add(Legs other) {
        upload.add(other.upload);
        download.add(other.download);
        firstByte.add(other.firstByte);
        roundTrip.add(other.roundTrip);
        response.add(other.response);
    }
}
