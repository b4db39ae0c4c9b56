// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.fork.Counters.Reading;
import io.microbench.fork.JvmCounters.Safepoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Names of the values that a fork reports to its host with each iteration; JMH carries them as secondary results. */
public final class Signs {

    /** Prefix of all these names, and of no others. */
    public static final String PREFIX = "microbench.";

    public static final String SECONDS = PREFIX + "seconds";

    /** Share of the time, in 0..1, for which the measuring threads waited for a processor. */
    public static final String STARVATION = PREFIX + "starvation";

    /** 1 if this share is larger than the run accepts, otherwise 0. */
    public static final String STARVED = PREFIX + "starved";

    public static final String COMPILING = PREFIX + "compiling";

    public static final String COLLECTING = PREFIX + "collecting";

    public static final String STOLEN = PREFIX + "stolen";

    /** Seconds for which a container's limit stopped the process. */
    public static final String THROTTLED = PREFIX + "throttled";

    /** How often the JVM stopped all its threads; left out if unknown. */
    public static final String STOPS = PREFIX + "stops";

    /** Seconds for which all threads were stopped; present with {@link #STOPS}. */
    public static final String STOPPED = PREFIX + "stopped";

    /**
     * Label of the score of units of work, an additional primary result; {@code JmhResults.scored} replaces the results
     * of JMH with it.
     */
    public static final String UNITS = PREFIX + "units";

    /** Why the fork ends: the number of a {@link StopReason}; reported only with the iteration that decided it. */
    public static final String STOP = PREFIX + "stop";

    /** Zero-based index of the first measured iteration; present with {@link #STOP}. */
    public static final String FROM = PREFIX + "from";

    private Signs() {}

    static Result<?> result(String name, double value) {
        return new ScalarResult(name, value, "", AggregationPolicy.AVG);
    }

    static List<Result<?>> of(Reading span, double starvation, boolean starved) {
        List<Result<?>> signs = new ArrayList<>(List.of(
                result(SECONDS, span.seconds()),
                result(STARVATION, starvation),
                result(STARVED, starved ? 1 : 0),
                result(COMPILING, span.compiling()),
                result(COLLECTING, span.collecting()),
                result(STOLEN, span.stolen()),
                result(THROTTLED, span.throttled())));
        if (span.safepoints().isPresent()) {
            Safepoints safepoints = span.safepoints().get();
            signs.add(result(STOPS, (double) safepoints.count()));
            signs.add(result(STOPPED, safepoints.seconds()));
        }
        return signs;
    }

    /** Why a fork with a stop rule ends. Each reason has a number, as JMH only carries numbers to the host. */
    public enum StopReason {
        /** The rule found the fork steady, and it was measured for long enough. */
        STEADY(1),
        /** The rule found that the fork does not become steady. */
        UNSTEADY(2),
        OUT_OF_TIME(3),
        /** Too few of its iterations were quiet. */
        NO_QUIET_TIME(4);

        private final int code;

        StopReason(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        /**
         * Returns the reason with the given number.
         *
         * @throws IllegalArgumentException if no reason has this number
         */
        public static StopReason of(double code) {
            return Arrays.stream(values())
                    .filter(reason -> reason.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("Unknown stop reason " + code));
        }
    }
}
