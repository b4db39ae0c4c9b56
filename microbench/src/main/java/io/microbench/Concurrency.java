// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a benchmark once per thread count, each as a separate case.
 *
 * <p>Replaces JMH's {@code @Threads}, which supports a single count. An annotation on a method overrides that on its class;
 * {@code -Dmicrobench.threads} overrides both. An annotation on a method without a chart or rates inherits those of the class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Concurrency {

    /** Thread counts, each at least 1, in the order in which they run. */
    int[] value() default {};

    /**
     * Thread counts in the format of {@code -Dmicrobench.threads}, instead of {@link #value}: {@code 1..8}, {@code 1..200+10} (1, 10, 20 up
     * to 200), {@code 1..64*2} (1, 2, 4 up to 64), {@code max} for the number of processors, or several of these separated by commas.
     */
    String ladder() default "";

    /**
     * Whether the thread counts are measured in a random order, which is based on {@code microbench.seed}, so that a drift of the machine's
     * speed is not mistaken for an effect of the thread count. Tables and curves keep the order of the ladder. Ignored with
     * {@code -Dmicrobench.threads=squeeze}; {@code -Dmicrobench.order=shuffled} and {@code =blocks} override it.
     */
    boolean shuffled() default false;

    /**
     * Title of the chart, which all curves with this title share: {@code "Local stores: {method}"}. {@code {method}} is
     * replaced with the name of the method, and a parameter's name in braces with its value. By default, each class has
     * a separate chart.
     */
    String chart() default "";

    /**
     * Labels of secondary results in operations per second of all threads. The curve shows the first of these results that a case has,
     * otherwise its score.
     */
    String[] rates() default {};
}
