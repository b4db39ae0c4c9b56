// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Measures a benchmark for as long as it needs: each fork until it is steady, and forks until the interval over them is narrow
 * enough.
 *
 * <p>Stands in for the numbers of forks and iterations of {@code @Fork}, {@code @Warmup} and {@code @Measurement}. On a method it
 * overrides the one on the class; {@code -Dmicrobench.precision}, {@code -Dmicrobench.forkRange}
 * override both. Whoever gives fixed numbers on the command line ({@code -Dforks}, {@code -DwarmupIterations},
 * {@code -DmeasureIterations}) gets them.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Precision {

    /** Half of the widest 95 % interval over forks that is accepted, as a share of the value: 0.02 for 2 %; above 0. */
    double value();

    /** Forks that are run in any case, at least 2. */
    int minForks() default 3;

    /** Forks after which the case ends whatever its interval is. */
    int maxForks() default 10;
}
