// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.ColumnJson.Limits;
import java.util.Optional;

/**
 * Describes the conditions during one iteration, as observed by its fork.
 *
 * @param seconds its duration, from before the first thread was started until all threads had ended
 * @param starvation the share of that time, in 0..1, in which the measuring threads waited for a processor
 * @param compiling JIT compilation time in seconds; 0 if the JVM does not report it
 * @param collecting garbage collection time in seconds, as reported by the collectors
 * @param stolen processor time in seconds that the hypervisor withheld, over all processors
 * @param throttled time in seconds for which the container's CPU limit stopped the process
 * @param starved whether the starvation was higher than the run accepts
 * @param stops the JVM's safepoints; empty if the JVM does not report them, and in records of versions that did not record them
 */
public record IterationSigns(
        double seconds,
        double starvation,
        double compiling,
        double collecting,
        double stolen,
        double throttled,
        boolean starved,
        Optional<Stops> stops) {

    /**
     * Records the safepoints of a JVM, at which it stops all its threads.
     *
     * @param count number of safepoints, at least 0
     * @param seconds total time from the requests to stop until the threads continued, including collections; at least 0
     */
    public record Stops(long count, double seconds) {}

    /** Identifies a column of signs, for reading all iterations of a fork without creating an object for each. */
    public enum Sign {
        /** Duration of the iteration in seconds. */
        SECONDS("seconds", Limits.AMOUNT),
        /** Share of that time in which its threads waited for a processor. */
        STARVATION("starvation", Limits.SHARE),
        /** JIT compilation time in seconds. */
        COMPILING("compiling", Limits.AMOUNT),
        /** Garbage collection time in seconds. */
        COLLECTING("collecting", Limits.AMOUNT),
        /** Processor time in seconds that the hypervisor withheld. */
        STOLEN("stolen", Limits.AMOUNT),
        /** Time in seconds for which the container's CPU limit stopped the process. */
        THROTTLED("throttled", Limits.AMOUNT),
        /** 1 if the iteration was starved, otherwise 0. */
        STARVED("starved", Limits.FLAG),
        /** Number of safepoints. */
        STOPS("count", Limits.COUNT),
        /** Total time of the safepoints in seconds. */
        STOPPED("seconds", Limits.AMOUNT);

        /** Its name in JSON, where the last two columns are in a separate object. */
        final String label;

        final Limits limits;

        Sign(String label, Limits limits) {
            this.label = label;
            this.limits = limits;
        }

        /** Returns its value; {@link Column#ABSENT} if unknown. */
        double of(IterationSigns signs) {
            return switch (this) {
                case SECONDS -> signs.seconds;
                case STARVATION -> signs.starvation;
                case COMPILING -> signs.compiling;
                case COLLECTING -> signs.collecting;
                case STOLEN -> signs.stolen;
                case THROTTLED -> signs.throttled;
                case STARVED -> signs.starved ? 1 : 0;
                case STOPS -> signs.stops.map(each -> (double) each.count).orElse(Column.ABSENT);
                case STOPPED -> signs.stops.map(Stops::seconds).orElse(Column.ABSENT);
            };
        }
    }
}
