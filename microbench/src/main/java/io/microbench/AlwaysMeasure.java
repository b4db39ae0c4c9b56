// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Measures a benchmark even if the code of the classes that it loads is unchanged.
 *
 * <p>For benchmarks that depend on something outside the class path: files, the environment, native libraries, the time. Comparisons, gates
 * and {@code microbench.unchanged} never skip such benchmarks.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface AlwaysMeasure {}
