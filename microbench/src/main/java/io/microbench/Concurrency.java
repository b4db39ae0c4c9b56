// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a benchmark once per thread count, each a case of its own.
 *
 * <p>Stands in for JMH's {@code @Threads}, which knows one count only. On a method it overrides the one on the class;
 * {@code -Dmicrobench.threads} overrides both. What a method leaves out of chart and rates is that of its class.
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
     * Whether the thread counts are measured in an order drawn from {@code microbench.seed}, so that what drifts meanwhile is not
     * taken for an effect of the threads. Tables and curves have them in the order of the ladder. Does not hold in a squeeze;
     * {@code -Dmicrobench.order=shuffled} and {@code =blocks} override it.
     */
    boolean shuffled() default false;

    /**
     * Title of the chart that the curves are drawn on, together with all others of the same title: {@code "Local stores: {method}"}.
     * In it, {@code {method}} stands for the name of the method, and the name of a parameter in braces for its value. Each class has a
     * chart of its own by default.
     */
    String chart() default "";

    /**
     * Labels of secondary results in operations per second of all threads. The first of them that a case has is drawn as its rate; the
     * score of a case that has none is.
     */
    String[] rates() default {};
}
