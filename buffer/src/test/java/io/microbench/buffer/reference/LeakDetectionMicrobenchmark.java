// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.reference;

import io.microbench.ForkEcho;
import io.microbench.common.NettyMicrobenchmark;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/** The base class of benchmarks with and without records of the uses of a buffer. */
// An operation takes up to about ten microseconds, much of it for stack traces, and is steady within a second.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class LeakDetectionMicrobenchmark extends NettyMicrobenchmark {

    /** The writes before a release: a header of this many numbers. */
    static final int WRITES = 8;

    private static final int CAPACITY = 256;

    /** Creates the benchmark; called by subclasses. */
    protected LeakDetectionMicrobenchmark() {}

    /** Returns the level of the fork. */
    protected abstract ResourceLeakDetector.Level level();

    /** Sets the level, overriding the base class and the command line, and echoes its effect on a buffer. */
    @Setup
    public final void setLevel() {
        ResourceLeakDetector.setLevel(level());
        ForkEcho.say("leakDetection.level", ResourceLeakDetector.getLevel());
        ForkEcho.say(
                "leakDetection.targetRecords", System.getProperty("io.netty.leakDetection.targetRecords", "default"));
        ByteBuf buffer = allocate();
        ForkEcho.say("buffer.class", buffer.getClass().getName());
        buffer.release();
    }

    static ByteBuf allocate() {
        return ByteBufAllocator.DEFAULT.directBuffer(CAPACITY, CAPACITY);
    }

    @Benchmark
    public boolean allocateAndRelease() {
        return allocate().release();
    }

    @Benchmark
    public boolean allocateWriteAndRelease() {
        ByteBuf buffer = allocate();
        for (int i = 0; i < WRITES; i++) {
            buffer.writeInt(i);
        }
        return buffer.release();
    }
}
