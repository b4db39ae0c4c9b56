// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.ColumnJson.Limits;
import java.util.Optional;

/**
 * Describes the conditions during one iteration, as its fork observed them.
 *
 * @param seconds its duration, from before its threads were started until all had ended
 * @param starvation the share of that time, in 0..1, in which the measuring threads waited for a processor
 * @param compiling seconds that the JIT compilers worked during it; 0 if the JVM does not report them
 * @param collecting seconds that the garbage collectors report for it
 * @param stolen seconds that the hypervisor withheld, over all processors
 * @param throttled seconds for which the container's limit stopped the process
 * @param starved whether the starvation was more than the run accepts
 * @param stops how often and for how long the JVM stopped all its threads; empty if it does not report it, and in
 *     records of versions without this column
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
     * Records how often and for how long a JVM stopped all its threads, which it calls a safepoint.
     *
     * @param count how often; at least 0
     * @param seconds from when it asked the threads to stop until they continued, collections included; at least 0
     */
    public record Stops(long count, double seconds) {}

    /** Names a column of these signs, for reading all iterations of a fork without an object for each. */
    public enum Sign {
        /** How long the iteration took, in seconds. */
        SECONDS("seconds", Limits.AMOUNT),
        /** The share of that time in which its threads waited for a processor. */
        STARVATION("starvation", Limits.SHARE),
        /** Seconds that the JIT compilers worked during it. */
        COMPILING("compiling", Limits.AMOUNT),
        /** Seconds that the garbage collectors report for it. */
        COLLECTING("collecting", Limits.AMOUNT),
        /** Seconds that the hypervisor withheld, over all processors. */
        STOLEN("stolen", Limits.AMOUNT),
        /** Seconds for which the container's limit stopped the process. */
        THROTTLED("throttled", Limits.AMOUNT),
        /** 1 if the starvation was more than the run accepts, otherwise 0. */
        STARVED("starved", Limits.FLAG),
        /** How often the JVM stopped all its threads. */
        STOPS("count", Limits.COUNT),
        /** Seconds for which the JVM stopped all its threads. */
        STOPPED("seconds", Limits.AMOUNT);

        /** Its name in JSON; the last two columns are in a separate object there. */
        final String label;

        final Limits limits;

        Sign(String label, Limits limits) {
            this.label = label;
            this.limits = limits;
        }

        /** Returns its value; {@link Column#ABSENT} if it is unknown. */
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
