// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import io.microbench.ForkEcho;
import io.microbench.buffer.AllocatorKind;
import io.microbench.common.NettyMicrobenchmark;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.EventSettings;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many direct buffers of 1 KiB per millisecond are allocated and released while the flight recorder
 * records no events of the allocator, all of them, or all of them with stacks.
 *
 * <p>Answers: What do the events of the allocator cost in a flight recording?
 *
 * <p>Does not measure: Netty without events ({@code -Dio.netty.jfr.enabled=false} shows it), recordings that are
 * written to disk, other events. Stacks are those of the fork, shorter than those of a server.
 *
 * <p>Cost: 6 cases x 2 forks x 4 s = 0.8 min.
 *
 * <p>Covers: {@link AdaptiveByteBufAllocator}, {@link PooledByteBufAllocator}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=AllocatorEventsBenchmark test}
 */
// An operation takes up to a few microseconds, so half a second is enough for hundreds of thousands of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class AllocatorEventsBenchmark extends NettyMicrobenchmark {

    /** The events that the flight recorder records. */
    public enum Events {
        NONE,
        RECORDED,
        WITH_STACKS
    }

    static final List<String> NAMES = List.of(
            "io.netty.AllocateBuffer",
            "io.netty.FreeBuffer",
            "io.netty.ReallocateBuffer",
            "io.netty.AllocateChunk",
            "io.netty.FreeChunk");

    private static final int SIZE = 1024;

    /** The allocator and the recording, which all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {

        @Param({"POOLED", "ADAPTIVE"})
        public AllocatorKind allocator;

        @Param
        public Events events;

        ByteBufAllocator created;
        Recording recording;

        @Setup
        public void start() {
            created = allocator.create();
            recording = new Recording();
            // In memory: the creation of events is measured, not a disk.
            recording.setToDisk(false);
            if (events != Events.NONE) {
                for (String name : NAMES) {
                    enable(name);
                }
                recording.start();
            }
            ForkEcho.say("allocator.class", created.getClass().getName());
            ForkEcho.say("jfr.recording", recording.getState());
            ForkEcho.say("jfr.enabled", System.getProperty("io.netty.jfr.enabled", "default"));
        }

        private void enable(String name) {
            EventSettings settings = recording.enable(name).withoutThreshold();
            EventSettings unused =
                    events == Events.WITH_STACKS ? settings.withStackTrace() : settings.withoutStackTrace();
        }

        @TearDown
        public void stop() {
            recording.close();
        }
    }

    @Benchmark
    public boolean allocateAndRelease(Shared shared) {
        return shared.created.directBuffer(SIZE).release();
    }
}
