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
 * <p>Replaces JMH's {@code @Threads}, which takes a single count. On a method it overrides the one on the class;
 * {@code -Dmicrobench.threads} overrides both. A method without a chart or rates uses the chart or rates of its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Concurrency {

    /** Thread counts, each at least 1, in the order in which they run. */
    int[] value() default {};

    /**
     * Thread counts as {@code -Dmicrobench.threads} takes them, instead of a list: {@code 1..8}, {@code 1..200+10} (1, 10, 20 up to
     * 200), {@code 1..64*2} (1, 2, 4 up to 64), {@code max} for the number of processors, or several of these separated by commas.
     */
    String ladder() default "";

    /**
     * Whether the thread counts are measured in an order drawn from {@code microbench.seed}, so that a drift of the machine is
     * not mistaken for an effect of the threads. Tables and curves keep the order of the ladder. Ignored with
     * {@code -Dmicrobench.threads=squeeze}; {@code -Dmicrobench.order=shuffled} and {@code =blocks} override it.
     */
    boolean shuffled() default false;

    /**
     * Title of the chart in which the curves are drawn, together with all others of the same title: {@code "Local stores: {method}"}.
     * In it, {@code {method}} stands for the name of the method, and the name of a parameter in braces for its value. By default, each
     * class has its own chart.
     */
    String chart() default "";

    /**
     * Labels of secondary results in operations per second of all threads. The first one that a case has is drawn as its rate; without
     * one, its score is drawn.
     */
    String[] rates() default {};
}
