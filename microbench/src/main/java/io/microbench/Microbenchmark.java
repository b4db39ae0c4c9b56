// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * Makes an IDE offer to run a class with {@code @Benchmark} methods as a test; a subclass of {@link AbstractMicrobenchmark} has it already.
 *
 * <p>IDEs look for {@link Testable}, also as a meta-annotation. {@code @Testable} is not on the base class itself, because JMH's
 * annotation processor reads all annotations there, and the compiler then fails if JUnit is not on the class path.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Testable
public @interface Microbenchmark {}
