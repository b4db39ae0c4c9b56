// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fails a benchmark's test if its score is worse than a bound.
 *
 * <p>{@code @ExpectScore(noWorseThan = 120, unit = "ns/op")} is breached by 150 ns/op, {@code @ExpectScore(noWorseThan = 2, unit =
 * "ops/us")} by 1 op/us: the unit determines whether lower or higher scores are worse. The score is the value over all forks. The bound is
 * breached only if the whole interval is outside it; with one fork there is no interval, and the bound is reported as undecided.
 *
 * <p>The unit may differ from that of the benchmark, but must be of the same kind: {@code ops/<time>} for throughput, {@code <time>/op} for
 * the other modes, where {@code <time>} is {@code ns, us, ms, s, min, hr} or {@code day}. In a benchmark with several modes, the bound
 * applies to the modes of its kind.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ExpectScore {

    /** Worst accepted score, above 0. */
    double noWorseThan();

    /** The unit of the bound, in JMH's notation. */
    String unit();
}
