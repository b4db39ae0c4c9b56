// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Measures a benchmark adaptively: each fork runs until it is steady, and forks are added until the interval over them is narrow enough.
 *
 * <p>Replaces the numbers of forks and iterations of {@code @Fork}, {@code @Warmup} and {@code @Measurement}. An annotation on a method
 * overrides that on its class; {@code -Dmicrobench.precision} and {@code -Dmicrobench.forkRange} override both. Fixed numbers on the
 * command line ({@code -Dforks}, {@code -DwarmupIterations}, {@code -DmeasureIterations}) take precedence.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Precision {

    /** Largest accepted half-width of the 95 % interval over forks, as a share of the value: 0.02 for 2 %; above 0. */
    double value();

    /** Minimum number of forks, at least 2. */
    int minForks() default 3;

    /** Maximum number of forks, regardless of the width of the interval. */
    int maxForks() default 10;
}
