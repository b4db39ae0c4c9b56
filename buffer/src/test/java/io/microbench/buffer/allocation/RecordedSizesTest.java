// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.buffer.AllocatorKind;
import io.microbench.common.EventLoopExecutor;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests which of the recorded sizes are requested, and what the thread's caches have seen before. */
@Timeout(300)
class RecordedSizesTest {

    private static final int DRAWS = 100_000;
    private static final ThreadParams ONLY = new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1);

    @Test
    void drawsSizesWithRecordedFrequency() {
        RecordedSizes sizes = RecordedSizes.parse("""
                # heap buffers are ignored
                direct 100 1
                direct 200 8
                direct 5000 1
                heap 70 1000
                """);

        int[] drawn = sizes.draw(DRAWS, 7);

        // The means are 10,000 and 80,000; the bounds are more than five standard deviations (95 and 126) away.
        assertThat(times(drawn, 100)).isBetween(9_500L, 10_500L);
        assertThat(times(drawn, 200)).isBetween(79_300L, 80_700L);
        assertThat(times(drawn, 5000)).isEqualTo(DRAWS - times(drawn, 100) - times(drawn, 200));
        assertThat(sizes.draw(DRAWS, 7)).isEqualTo(drawn);
        assertThat(sizes.draw(DRAWS, 8)).isNotEqualTo(drawn);
    }

    @Test
    void rejectsEmptyHistogram() {
        assertThatThrownBy(() -> RecordedSizes.parse("# a head\nheap 70 1000\ndirect 3 0\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("direct SIZE COUNT");
    }

    /** Sizes drawn from the resource have its distribution: mostly small sizes, and a tail. */
    @Test
    void drawsSizesWithRecordedFrequencies() throws Exception {
        RecordedSizes recorded = RecordedSizes.read(RecordedSizes.HTTP);
        int[] drawn = recorded.draw(DRAWS, 1);

        for (int size : List.of(100, 256, 1024, 8192, 32768)) {
            double share =
                    (double) Arrays.stream(drawn).filter(any -> any <= size).count() / DRAWS;
            // The standard deviation is 0.0016 at most. The bound is five standard deviations away.
            assertThat(share).isCloseTo(recorded.shareUpTo(size), within(0.008)).isBetween(0.001, 0.9999);
        }
        assertThat(Arrays.stream(drawn).distinct().count()).isGreaterThan(500);
    }

    @ParameterizedTest
    @EnumSource
    void usesRecordedSizesAndReleasesPollution(RecordedSizesBenchmark.Caches caches) throws Exception {
        RecordedSizesBenchmark.Shared shared = shared(AllocatorKind.UNPOOLED);
        RecordedSizesBenchmark benchmark = filled(shared, caches);
        var metric = ((UnpooledByteBufAllocator) shared.created).metric();
        long filled = metric.usedDirectMemory();
        benchmark.pollute(shared);
        assertThat(metric.usedDirectMemory()).isEqualTo(filled);
        List<Integer> recorded = Arrays.stream(
                        RecordedSizes.read(RecordedSizes.HTTP).draw(16384, 42))
                .boxed()
                .distinct()
                .toList();

        for (int turn = 0; turn < 2 * RecordedSizesBenchmark.LIVE; turn++) {
            assertThat(benchmark.replace(shared).capacity()).isIn(recorded);
        }
        assertThat(metric.usedDirectMemory()).isPositive();
        benchmark.release();
        assertThat(metric.usedDirectMemory()).isZero();
    }

    /** Buffers of other sizes have gone through the arena, or the thread's cache in front of it. */
    @Test
    void pollutesCachesOnlyIfRequested() throws Exception {
        EventLoopExecutor eventLoop = new EventLoopExecutor(1, "test");
        try {
            for (AllocatorKind allocator : List.of(AllocatorKind.POOLED, AllocatorKind.POOLED_NO_CACHE)) {
                RecordedSizesBenchmark.Shared own = shared(allocator);
                RecordedSizesBenchmark.Shared polluted = shared(allocator);
                eventLoop
                        .submit(() -> {
                            fillPolluteAndRelease(own, RecordedSizesBenchmark.Caches.OWN);
                            fillPolluteAndRelease(polluted, RecordedSizesBenchmark.Caches.POLLUTED);
                            return null;
                        })
                        .get();

                assertThat(allocations(own)).isEqualTo(RecordedSizesBenchmark.LIVE);
                assertThat(allocations(polluted)).isGreaterThan(2L * RecordedSizesBenchmark.LIVE);
            }
        } finally {
            eventLoop.shutdown();
        }
    }

    private static void fillPolluteAndRelease(
            RecordedSizesBenchmark.Shared shared, RecordedSizesBenchmark.Caches caches) throws Exception {
        RecordedSizesBenchmark benchmark = filled(shared, caches);
        benchmark.pollute(shared);
        benchmark.release();
    }

    /** Returns the number of allocations from arenas, without those from a thread's cache. */
    private static long allocations(RecordedSizesBenchmark.Shared shared) {
        return ((PooledByteBufAllocator) shared.created)
                .metric().directArenas().stream()
                        .mapToLong(arena -> arena.numAllocations())
                        .sum();
    }

    private static long times(int[] drawn, int size) {
        return Arrays.stream(drawn).filter(any -> any == size).count();
    }

    private static RecordedSizesBenchmark.Shared shared(AllocatorKind allocator) {
        RecordedSizesBenchmark.Shared shared = new RecordedSizesBenchmark.Shared();
        shared.allocator = allocator;
        shared.create();
        return shared;
    }

    private static RecordedSizesBenchmark filled(
            RecordedSizesBenchmark.Shared shared, RecordedSizesBenchmark.Caches caches) throws Exception {
        RecordedSizesBenchmark benchmark = new RecordedSizesBenchmark();
        benchmark.caches = caches;
        benchmark.fill(shared, ONLY);
        return benchmark;
    }
}
