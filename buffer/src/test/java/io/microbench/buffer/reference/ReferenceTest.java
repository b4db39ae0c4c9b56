// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.buffer.SmallJvm;
import io.netty.buffer.ByteBuf;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the benchmarks of counting and of leak detection actually count and track. */
class ReferenceTest {

    private static final int TURNS = 1000;

    private final Level before = ResourceLeakDetector.getLevel();

    @AfterEach
    void restoreLevel() {
        ResourceLeakDetector.setLevel(before);
    }

    @ParameterizedTest
    @EnumSource
    void restoresReferenceCount(RetainReleaseBenchmark.Counted counted) {
        RetainReleaseBenchmark benchmark = new RetainReleaseBenchmark();
        benchmark.counted = counted;
        benchmark.allocate();
        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(benchmark.retainAndRelease()).isFalse();
            assertThat(benchmark.retainedSliceAndRelease()).isFalse();
            assertThat(benchmark.retainedDuplicateAndRelease()).isFalse();
            assertThat(benchmark.references()).isOne();
        }

        benchmark.release();
        assertThat(benchmark.references()).isZero();
    }

    @Test
    void restoresCountOfSharedBuffer() throws InterruptedException {
        RetainReleaseContentionBenchmark.Shared shared = new RetainReleaseContentionBenchmark.Shared();
        shared.allocate();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            threads.add(new Thread(() -> {
                RetainReleaseContentionBenchmark benchmark = new RetainReleaseContentionBenchmark();
                benchmark.allocate();
                for (int turn = 0; turn < TURNS; turn++) {
                    benchmark.retainAndReleaseOwn();
                    benchmark.retainAndReleaseShared(shared);
                }
                benchmark.release();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(shared.buffer.refCnt()).isOne();
        shared.release();
        assertThat(shared.buffer.refCnt()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void tracksBuffersByLevel(Level level) {
        LeakDetectionBenchmark benchmark = new LeakDetectionBenchmark();
        benchmark.level = level;
        benchmark.setLevel();
        Set<String> classes = new TreeSet<>();
        int tracked = 0;
        // One in 128 is drawn at random: none of 4,096 has a probability of 10^-14.
        for (int turn = 0; turn < 4096; turn++) {
            ByteBuf buffer = LeakDetectionMicrobenchmark.allocate();
            if (buffer.getClass().getSimpleName().contains("LeakAware")) {
                tracked++;
                classes.add(buffer.getClass().getSimpleName());
            }
            buffer.release();
        }

        assertThat(classes)
                .isEqualTo(Map.of(
                                Level.DISABLED, Set.of(),
                                Level.SIMPLE, Set.of("SimpleLeakAwareByteBuf"),
                                Level.ADVANCED, Set.of("AdvancedLeakAwareByteBuf"),
                                Level.PARANOID, Set.of("AdvancedLeakAwareByteBuf"))
                        .get(level));
        switch (level) {
            case DISABLED -> assertThat(tracked).isZero();
            case SIMPLE, ADVANCED -> assertThat(tracked).isBetween(1, 1024);
            case PARANOID -> assertThat(tracked).isEqualTo(4096);
        }
        assertThat(benchmark.allocateAndRelease()).isTrue();
        assertThat(benchmark.allocateWriteAndRelease()).isTrue();
    }

    @Test
    void tracksEveryBufferWithoutRecords() throws Exception {
        assertThat(SmallJvm.printedBy(ReferenceTest.class, List.of())).isEqualTo("AdvancedLeakAwareByteBuf, recorded");
        assertThat(SmallJvm.printedBy(ReferenceTest.class, new LeakDetectionWithoutRecordsBenchmark().forkJvmArgs()))
                .isEqualTo("SimpleLeakAwareByteBuf, not recorded");
    }

    /** Prints how a buffer is tracked in this JVM, and whether a use of a tracked object is recorded. */
    public static void main(String[] arguments) {
        LeakDetectionWithoutRecordsBenchmark benchmark = new LeakDetectionWithoutRecordsBenchmark();
        benchmark.setLevel();
        ByteBuf buffer = LeakDetectionMicrobenchmark.allocate();
        Object object = new Object();
        var tracker = ResourceLeakDetectorFactory.instance()
                .newResourceLeakDetector(Object.class)
                .trackForcibly(object);
        tracker.record("the use");
        System.out.println(buffer.getClass().getSimpleName()
                + (tracker.toString().contains("the use") ? ", recorded" : ", not recorded"));
        buffer.release();
        tracker.close(object);
    }
}
