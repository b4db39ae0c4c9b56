// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.buffer.AllocatorKind;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests which sizes are actually requested, on which threads, and which events are recorded. */
class AllocationTest {

    private static final int DRAWS = 10_000;

    @Test
    void drawsSizesOfPattern() {
        assertThat(Arrays.stream(SizePattern.WITHIN_CLASS.draw(DRAWS, 1))).allMatch(size -> size >= 513 && size <= 640);
        int[] across = SizePattern.ACROSS_CLASSES.draw(DRAWS, 1);
        assertThat(Arrays.stream(across)).allMatch(size -> size >= 16 && size < 65536);
        // Half of the sizes are below the geometric mean, 1,024: the standard deviation is 50. The bounds are five
        // standard deviations away.
        assertThat(Arrays.stream(across).filter(size -> size < 1024).count()).isBetween(4750L, 5250L);
        int[] small = SizePattern.MOSTLY_SMALL.draw(DRAWS, 1);
        // The standard deviations are 30 (mean 9,000) and 10 (mean 100). The bounds are five standard deviations away.
        assertThat(Arrays.stream(small).filter(size -> size <= 512).count()).isBetween(8850L, 9150L);
        assertThat(Arrays.stream(small).filter(size -> size == 65536).count()).isBetween(50L, 150L);
    }

    @ParameterizedTest
    @EnumSource
    void derivesSizesFromSeed(SizePattern pattern) {
        int[] once = pattern.draw(100, 7);

        assertThat(pattern.draw(100, 7)).isEqualTo(once);
        assertThat(pattern.draw(100, 8)).isNotEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource
    void replacesBuffersWithSizesOfPattern(SizePattern pattern) {
        SizePatternBenchmark.Shared shared = new SizePatternBenchmark.Shared();
        shared.allocator = AllocatorKind.UNPOOLED;
        shared.create();
        SizePatternBenchmark benchmark = new SizePatternBenchmark();
        benchmark.pattern = pattern;
        benchmark.fill(shared, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        List<Integer> sizes = Arrays.stream(pattern.draw(4096, 42)).boxed().toList();
        for (int turn = 0; turn < 2 * SizePatternBenchmark.LIVE; turn++) {
            assertThat(benchmark.replace(shared).capacity()).isIn(sizes);
        }
        var metric = ((ByteBufAllocatorMetricProvider) shared.created).metric();

        assertThat(metric.usedDirectMemory()).isPositive();
        benchmark.release();
        assertThat(metric.usedDirectMemory()).isZero();
    }

    @Test
    void usesPlainThreadsInPlainClassOnly() {
        assertThat(new PlainThreadContentionBenchmark().onEventLoop()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void recordsOneEventPerAllocation(AllocatorEventsBenchmark.Events events, @TempDir Path folder) throws IOException {
        for (AllocatorKind allocator : List.of(AllocatorKind.POOLED, AllocatorKind.ADAPTIVE)) {
            AllocatorEventsBenchmark.Shared shared = new AllocatorEventsBenchmark.Shared();
            shared.allocator = allocator;
            shared.events = events;
            shared.start();
            AllocatorEventsBenchmark benchmark = new AllocatorEventsBenchmark();
            for (int turn = 0; turn < 100; turn++) {
                assertThat(benchmark.allocateAndRelease(shared)).isTrue();
            }
            if (events == AllocatorEventsBenchmark.Events.NONE) {
                assertThat(shared.recording.getState()).hasToString("NEW");
            } else {
                Path file = folder.resolve(allocator + ".jfr");
                shared.recording.dump(file);
                List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
                assertThat(count(recorded, "io.netty.AllocateBuffer")).isEqualTo(100);
                assertThat(count(recorded, "io.netty.FreeBuffer")).isEqualTo(100);
                assertThat(recorded.stream()
                                .filter(event -> event.getEventType().getName().equals("io.netty.AllocateBuffer")))
                        .allMatch(event -> (event.getStackTrace() != null)
                                == (events == AllocatorEventsBenchmark.Events.WITH_STACKS));
            }
            shared.stop();
        }
    }

    private static long count(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .count();
    }
}
