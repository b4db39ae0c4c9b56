// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fails a benchmark's test if an operation allocates too many bytes; {@code @ExpectMaxAllocation(0)} allows no
 * allocation.
 *
 * <p>JMH's {@code gc} profiler counts the bytes. Up to 0.1 bytes or 0.1 % above the bound are tolerated, because JMH's
 * own threads allocate that much. If forks differ by more, the bound is breached only if the whole interval over forks
 * is above it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ExpectMaxAllocation {

    /** Maximum number of bytes that an operation may allocate, 0 or more. */
    double value();
}
