// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Measures how many numbers of one, two, four and eight bytes per microsecond are read from a buffer, or written into
 * it, at shuffled indexes, with all default checks of Netty: the index is in range, and the buffer was not released.
 *
 * <p>Answers: How fast is a number read or written, by its width?
 *
 * <p>Does not measure: buffers that are views of others ({@link BufferKindAccessBenchmark}), access without the checks
 * ({@link UncheckedPrimitiveAccessBenchmark}), loops in which the JIT compiler eliminates checks, memory that is not in
 * the first-level cache, numbers across a boundary of eight bytes. {@code -Dio.netty.noUnsafe=true} shows the buffers
 * without Unsafe.
 *
 * <p>Cost: 16 cases x 2 forks x 4 s = 2.1 min.
 *
 * <p>Covers: {@link ByteBuf#getLong(int)}, {@link ByteBuf#setLong(int, long)} and the methods for other widths.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=PrimitiveAccessBenchmark test}
 */
public class PrimitiveAccessBenchmark extends PrimitiveAccessMicrobenchmark {

    @Benchmark
    public short getShort() {
        return buffer.getShort(next());
    }

    @Benchmark
    public int getInt() {
        return buffer.getInt(next());
    }

    @Benchmark
    public ByteBuf setShort() {
        return buffer.setShort(next(), (int) VALUE);
    }

    @Benchmark
    public ByteBuf setInt() {
        return buffer.setInt(next(), (int) VALUE);
    }
}
