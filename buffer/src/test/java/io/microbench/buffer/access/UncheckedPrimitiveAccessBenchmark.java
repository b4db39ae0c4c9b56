// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the same as {@link PrimitiveAccessBenchmark}, for one and eight bytes, in forks whose buffers check neither
 * bounds nor release: the difference is the cost of the checks.
 *
 * <p>Answers: What do the checks of bounds and of release cost?
 *
 * <p>Does not measure: each of the two checks; for that run {@link PrimitiveAccessBenchmark} with
 * {@code -Dio.netty.buffer.checkAccessible=false} or {@code -Dio.netty.buffer.checkBounds=false}. With arrays or
 * buffers of the JDK ({@code -Dio.netty.noUnsafe=true}) the checks of the JVM remain.
 *
 * <p>Cost: 8 cases x 2 forks x 4 s = 1.1 min.
 *
 * <p>Covers: {@link ByteBuf#getLong(int)}, {@link ByteBuf#setLong(int, long)} and the methods for single bytes.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=UncheckedPrimitiveAccessBenchmark test}
 */
public class UncheckedPrimitiveAccessBenchmark extends PrimitiveAccessMicrobenchmark {

    @Override
    protected List<String> forkJvmArgs() {
        List<String> arguments = new ArrayList<>(super.forkJvmArgs());
        arguments.add("-D" + AccessChecks.BOUNDS_PROPERTY + "=false");
        arguments.add("-D" + AccessChecks.ACCESSIBLE_PROPERTY + "=false");
        return arguments;
    }
}
