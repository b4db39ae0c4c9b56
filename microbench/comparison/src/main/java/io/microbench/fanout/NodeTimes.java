// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import java.util.List;

/**
 * When a node measured, as far as the coordinator knows without looking at any clock but its own.
 *
 * <p>A node starts after the word to go was sent to it and before its answer came. It ends after the word to stop was sent
 * and before that answer came; how long it measured it knows from its own clock, and so both pairs of bounds hold for the start.
 *
 * @param earliest that it can have started, in nanoseconds on the coordinator's clock
 * @param latest that it can have started, likewise
 * @param readings what it counted, the first when it started, at least two
 */
record NodeTimes(long earliest, long latest, List<CallCount> readings) {

    NodeTimes {
        readings = List.copyOf(readings);
    }

    /**
     * Computes the bounds.
     *
     * @param goSent when the command to go was sent
     * @param startedSeen when the answer to it had come
     * @param stopSent when the command to stop was sent
     * @param endSeen when the answer to it had come
     */
    static NodeTimes of(long goSent, long startedSeen, long stopSent, long endSeen, List<CallCount> readings) {
        long length =
                readings.get(readings.size() - 1).nanos() - readings.get(0).nanos();
        long earliest = Math.max(goSent, stopSent - length);
        long latest = Math.min(startedSeen, endSeen - length);
        // Two clocks need not run equally fast: then what was seen of the start alone counts.
        return earliest <= latest
                ? new NodeTimes(earliest, latest, readings)
                : new NodeTimes(goSent, startedSeen, readings);
    }

    /** Returns how long after its start a reading was taken, in nanoseconds. */
    private long since(CallCount reading) {
        return reading.nanos() - readings.get(0).nanos();
    }

    /** Returns the earliest moment at which a reading can have been taken, on the coordinator's clock. */
    long earliest(CallCount reading) {
        return earliest + since(reading);
    }

    /** Returns the latest moment at which a reading can have been taken, on the coordinator's clock. */
    long latest(CallCount reading) {
        return latest + since(reading);
    }
}
