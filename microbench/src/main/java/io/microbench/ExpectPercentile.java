// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fails a benchmark's test if a percentile of its single operations is worse than a bound. Requires mode {@code sample}, the only mode that
 * records single operations.
 *
 * <p>Example: {@code @ExpectPercentile(percentile = 99, noWorseThan = 2, unit = "ms/op")}. The value of a fork is the median of its
 * measured iterations' percentiles. The bound is breached only if the whole interval over forks is outside it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(ExpectPercentile.List.class)
public @interface ExpectPercentile {

    /** The percentile: 0, 50, 90, 95, 99, 99.9, 99.99 or 100. */
    double percentile();

    /** Longest accepted time, above 0. */
    double noWorseThan();

    /** The unit of the bound, {@code <time>/op}, where {@code <time>} is {@code ns, us, ms, s, min, hr} or {@code day}. */
    String unit();

    /** Container of repeated annotations. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface List {

        /** The bounds. */
        ExpectPercentile[] value();
    }
}
