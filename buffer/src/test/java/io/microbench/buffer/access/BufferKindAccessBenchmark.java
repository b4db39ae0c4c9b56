// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many {@code long}s, or blocks of 64 bytes, per microsecond are read from buffers of each kind, and how many
 * are written: what a wrapper, a slice, a swapped order or sixteen components cost at each access.
 *
 * <p>Writes of read-only buffers are skipped.
 *
 * <p>Answers: What do slices, wrappers, read-only, swapped and composite buffers cost at each access?
 *
 * <p>Does not measure: the creation of views, other widths ({@link PrimitiveAccessBenchmark}), blocks that lie in two
 * components, call sites with several kinds: each fork has one kind only, which the JIT compiler knows.
 *
 * <p>Cost: 26 cases x 2 forks x 4 s = 3.5 min.
 *
 * <p>Covers: {@link ByteBuf}, {@link CompositeByteBuf}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=BufferKindAccessBenchmark test}
 */
// An operation takes a few nanoseconds, so half a second is enough for tens of millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BufferKindAccessBenchmark extends BufferAccessMicrobenchmark {

    static final int BLOCK = 64;

    @Param
    public BufferKind kind;

    private final byte[] block = new byte[BLOCK];

    @Override
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        return method.startsWith("set") && "READ_ONLY".equals(parameters.get("kind"))
                ? Optional.of("a read-only buffer cannot be written")
                : Optional.empty();
    }

    @Override
    protected final BufferKind kind() {
        return kind;
    }

    @Benchmark
    public long getLong() {
        return buffer.getLong(next());
    }

    @Benchmark
    public ByteBuf setLong() {
        return buffer.setLong(next(), PrimitiveAccessMicrobenchmark.VALUE);
    }

    /** Reads the block that contains the next index. */
    @Benchmark
    public byte[] getBytes() {
        buffer.getBytes(next() & -BLOCK, block);
        return block;
    }

    /** Writes the block that contains the next index. */
    @Benchmark
    public ByteBuf setBytes() {
        return buffer.setBytes(next() & -BLOCK, block);
    }
}
