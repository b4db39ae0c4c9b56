// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import org.HdrHistogram.Histogram;

/** A baseline for a transport: round trips of messages of one length, one at a time. */
interface Baseline {

    /** Opens a new connection, with new threads on both sides, and returns the nanoseconds of round trips. */
    Histogram roundTrips(int count) throws Exception;
}
