// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fails a test if a benchmark is slower than another benchmark of its class by more than the given factor.
 *
 * <p>With {@code @ExpectMaxRatio(to = "heap", value = 1.5)}, an operation may take at most 1.5 times as long as one of {@code heap()}. In
 * every mode, the ratio is a ratio of times: for throughput, the throughput of {@code heap()} divided by that of the annotated benchmark.
 * Cases with the same parameters, threads and mode are compared. The bound is breached only if the whole interval of the ratio is above it.
 * The test of the benchmark that finishes last reports the failure.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(ExpectMaxRatio.List.class)
public @interface ExpectMaxRatio {

    /** Largest accepted ratio, above 0. */
    double value();

    /** The other benchmark method of the class, or its JMH group. */
    String to();

    /** Container of repeated annotations. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface List {

        /** The bounds. */
        ExpectMaxRatio[] value();
    }
}
