// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Requires that alternatives return equal results for the same parameters, so that only methods that do the same work are compared.
 *
 * <p>On a class, it applies to all its {@code @Benchmark} methods; on methods, to the methods with the same group name. An annotation on a
 * method overrides that on its class. Before the first fork of a run, each method is called once in a separate JVM with the JVM arguments
 * of the forks and with new state objects. If two results differ, no case of the group is measured: all fail with a message that names the
 * two methods and their results.
 *
 * <p>Results are compared by {@link Object#equals}, arrays by their elements, {@code int} and {@code long} by their value. Sums of
 * floating-point numbers in different orders may differ. Set-up must be deterministic: random input requires a fixed seed. Only methods
 * that are part of the run are compared. The run warns about each method that was not compared because it throws an exception, returns
 * nothing, is part of a JMH group or has a parameter of a JMH type other than {@code Blackhole}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SameResult {

    /** Name of the group within the class. */
    String value() default "";
}
