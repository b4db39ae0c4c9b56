// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Names what a fork reports to its host beside each iteration; JMH carries it as secondary results, and the host takes it out again.
 */
public final class Signs {

    /** What every name here begins with; nothing else may. */
    public static final String PREFIX = "microbench.";

    /** Seconds that the iteration took. */
    public static final String SECONDS = PREFIX + "seconds";

    /** Share of the time, in 0..1, that the measuring threads wanted a processor and had none. */
    public static final String STARVATION = PREFIX + "starvation";

    /** 1 where that is more than the run accepts, else 0. */
    public static final String STARVED = PREFIX + "starved";

    /** Seconds that the JIT compilers worked. */
    public static final String COMPILING = PREFIX + "compiling";

    /** Seconds of garbage collection. */
    public static final String COLLECTING = PREFIX + "collecting";

    /** Seconds kept back by the hypervisor. */
    public static final String STOLEN = PREFIX + "stolen";

    /** Seconds for which a container's limit stopped the process. */
    public static final String THROTTLED = PREFIX + "throttled";

    /** How often the JVM stopped all its threads; left out where it is not known. */
    public static final String STOPS = PREFIX + "stops";

    /** Seconds for which it did; beside {@link #STOPS}. */
    public static final String STOPPED = PREFIX + "stopped";

    /** Why the fork ends, as the number of a {@link StopReason}; only on the iteration that decided it. */
    public static final String STOP = PREFIX + "stop";

    /** Index from 0 of the first iteration that counts as measured; beside {@link #STOP}. */
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
        span.safepoints().ifPresent(safepoints -> {
            signs.add(result(STOPS, (double) safepoints.count()));
            signs.add(result(STOPPED, safepoints.seconds()));
        });
        return signs;
    }
}
