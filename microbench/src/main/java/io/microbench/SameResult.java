// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Requires equal results of alternatives for the same parameters, so that only methods with the same work are compared.
 *
 * <p>On a class it applies to all its {@code @Benchmark} methods, on methods to those with the same group name; the one on a
 * method overrides that of the class. Before the first fork of a run, each method is called once, in a separate JVM with the JVM
 * arguments of the forks, on newly created states. If two results differ, no case of the group is measured: all of them fail with
 * a message that names the two methods and their results.
 *
 * <p>Results are compared by {@link Object#equals}, arrays by their elements, {@code int} and {@code long} by their value; sums of
 * floating-point numbers in another order are not equal. Set-up has to be deterministic: random input needs a fixed seed. Only
 * methods that are part of the run are compared. The run warns about each method that was not compared, because it throws, returns
 * nothing, is part of a JMH group or takes one of JMH's own objects other than a {@code Blackhole}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SameResult {

    /** Name of the group within the class. */
    String value() default "";
}
