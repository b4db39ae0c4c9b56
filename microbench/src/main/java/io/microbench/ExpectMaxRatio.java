// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a test red if a benchmark takes more than so many times the time of another one of its class.
 *
 * <p>{@code @ExpectMaxRatio(to = "heap", value = 1.5)} lets an operation take half as long again as one of {@code heap()}. It is a
 * ratio of times in every mode: with throughput, that of {@code heap()} over this one's. Compared are the cases of equal
 * parameters, threads and mode; the bound is breached only if the whole interval of the ratio lies beyond it. Of the two tests
 * the one that ends last turns red.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(ExpectMaxRatio.List.class)
public @interface ExpectMaxRatio {

    /** The largest ratio that is accepted, above 0. */
    double value();

    /** The other benchmark method of the class, or its JMH group. */
    String to();

    /** Holds several. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface List {

        /** The bounds. */
        ExpectMaxRatio[] value();
    }
}
