// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * Lets IDEs run a class with {@code @Benchmark} methods as a test. Subclasses of {@link AbstractMicrobenchmark} inherit it.
 *
 * <p>IDEs look for {@link Testable}, including as a meta-annotation. The base class is not annotated with {@code @Testable} itself: JMH's
 * annotation processor reads all its annotations, and compilation would fail without JUnit on the class path.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Testable
public @interface Microbenchmark {}
