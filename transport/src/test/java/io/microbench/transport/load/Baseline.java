// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import org.HdrHistogram.Histogram;

/** What a transport is compared with: messages of one length that come back, one at a time. */
interface Baseline {

    /** Connects anew, with new threads on both sides, and returns the nanoseconds of so many round trips. */
    Histogram roundTrips(int count) throws Exception;
}
