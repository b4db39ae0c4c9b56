// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** The base class of benchmarks with the checks of buffers enabled and disabled. */
// An operation takes a few nanoseconds, so half a second is enough for a hundred million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class PrimitiveAccessMicrobenchmark extends BufferAccessMicrobenchmark {

    @Param({"HEAP", "DIRECT"})
    public BufferKind kind;

    /** The written number: generating a new number each time would cost as much as writing it. */
    static final long VALUE = 0x0123456789ABCDEFL;

    /** Creates the benchmark; called by subclasses. */
    protected PrimitiveAccessMicrobenchmark() {}

    @Override
    protected final BufferKind kind() {
        return kind;
    }

    @Benchmark
    public byte getByte() {
        return buffer.getByte(next());
    }

    @Benchmark
    public long getLong() {
        return buffer.getLong(next());
    }

    @Benchmark
    public ByteBuf setByte() {
        return buffer.setByte(next(), (int) VALUE);
    }

    @Benchmark
    public ByteBuf setLong() {
        return buffer.setLong(next(), VALUE);
    }
}
