// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a benchmark's test fail if a percentile of its single operations is worse than a bound; for mode {@code sample}, the only
 * one that keeps single operations.
 *
 * <p>{@code @ExpectPercentile(percentile = 99, noWorseThan = 2, unit = "ms/op")}. The value of a fork is the median of its
 * measured iterations' percentiles. The bound is breached only if the whole interval over forks is outside it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(ExpectPercentile.List.class)
public @interface ExpectPercentile {

    /** Which percentile: 0, 50, 90, 95, 99, 99.9, 99.99 or 100. */
    double percentile();

    /** The longest time that is accepted, above 0. */
    double noWorseThan();

    /** The unit of the bound, {@code <time>/op} with the time one of {@code ns, us, ms, s, min, hr, day}. */
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
