// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.LegReport;
import org.HdrHistogram.Histogram;

/**
 * Durations of messages, in nanoseconds. Each leg is timed by its sender: from when it begins to send until the receipt of the whole is
 * back, which has no content; so each is of one clock.
 *
 * @param upload from the beginning of a message to its receipt; empty where no receipts were asked for
 * @param download the same of what came back, on the clock of the other node
 * @param firstByte from the beginning of a message to the first byte of what came back
 * @param roundTrip from the beginning of a message to the last byte of what came back
 * @param response from when a message was due to the last byte of what came back; where none waits for another, that is the round trip
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

    /** Adds what another client has measured. */
    void add(Legs other) {
        upload.add(other.upload);
        download.add(other.download);
        firstByte.add(other.firstByte);
        roundTrip.add(other.roundTrip);
        response.add(other.response);
    }
}
