/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
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
 * {@code -Dmicrobench.threads} overrides both.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Concurrency {

    /** Thread counts, each at least 1, in the order in which they run. */
    int[] value();
}
