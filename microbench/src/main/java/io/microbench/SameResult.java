// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Demands that alternatives return equal results for the same parameters, so that only those are compared that do the same work.
 *
 * <p>On a class it holds for all its {@code @Benchmark} methods, on methods for those with the same name of a group; the one on a
 * method overrides that of the class. Before the first fork of a run each method is called once, in a JVM of its own with the JVM
 * arguments of the forks, on states that are made and set up anew for it. If two results differ, no case of the group is measured:
 * all of them fail with the two methods and what they returned.
 *
 * <p>Results are compared by {@link Object#equals}, arrays by their elements, {@code int} and {@code long} by their value; sums of
 * floating-point numbers in another order are not equal. Set-up has to be deterministic: random input needs a fixed seed. Compared
 * are the methods that are part of the run. Of a method that throws here, returns nothing, is part of a JMH group or takes one of
 * JMH's own objects other than a {@code Blackhole}, the run warns that it was not compared.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SameResult {

    /** Name of the group within the class. */
    String value() default "";
}
