// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Records how often and for how long the JVM stopped all its threads: for a collection, a thread dump, or a
 * deoptimization.
 *
 * @param count how often
 * @param seconds from the request to stop until the threads continued
 */
record Safepoints(long count, double seconds) {

    private static final String COUNT = "sun.rt.safepoints";
    /** Time until the last thread has stopped. */
    private static final String STOPPING = "sun.rt.safepointSyncTime";
    /** Time from then on; before JDK 13, from the request. */
    private static final String STOPPED = "sun.rt.safepointTime";

    private static final String TICKS_IN_A_SECOND = "sun.os.hrt.frequency";

    /** Reads the counters; empty if the JVM does not report them. */
    static Optional<Safepoints> read(JvmCounters counters) {
        OptionalLong count = counters.value(COUNT);
        OptionalLong stopping = counters.value(STOPPING);
        OptionalLong stopped = counters.value(STOPPED);
        long frequency = counters.value(TICKS_IN_A_SECOND).orElse(0);
        return count.isPresent() && stopping.isPresent() && stopped.isPresent() && frequency > 0
                ? Optional.of(new Safepoints(
                        count.getAsLong(), (double) (stopping.getAsLong() + stopped.getAsLong()) / frequency))
                : Optional.empty();
    }

    /** Returns the difference from an earlier reading. */
    Safepoints since(Safepoints earlier) {
        return new Safepoints(Math.max(0, count - earlier.count), Math.max(0, seconds - earlier.seconds));
    }
}
