// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.ThreadParams;

class LiveBuffersMicrobenchmarkTest {

    private static final int SIZE = 65536;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Fixture benchmark = new Fixture();

    @ParameterizedTest
    @CsvSource({
        "0, 1, 8192",
        "256, 1, 8192",
        "1024, 1, 8192",
        "4096, 1, 4096",
        "16384, 1, 1024",
        "65536, 1, 256",
        "65536, 8, 256",
        "65536, 16, 128",
        "65536, 100, 16",
        "3000, 1, 4096",
        "100000000, 1, 1",
        "65536, 1000000, 1",
    })
    void derivesSlotsFromSizeAndThreads(int size, int threads, int slots) {
        assertThat(LiveBuffersMicrobenchmark.slots(size, threads)).isEqualTo(slots);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8, 16, 64, 500})
    void keepsLiveBytesWithinBudget(int threads) {
        for (int size : new int[] {0, 1, 256, 1000, 1024, 4096, 16384, 65536}) {
            long perThread = (long) LiveBuffersMicrobenchmark.slots(size, threads) * size;

            assertThat(perThread).isLessThanOrEqualTo(LiveBuffersMicrobenchmark.MAX_BYTES_PER_THREAD);
            assertThat(perThread * threads).isLessThanOrEqualTo(LiveBuffersMicrobenchmark.MAX_BYTES);
        }
    }

    /** More threads must not change the work of each thread. */
    @Test
    void keepsSlotsPerThreadUpToEightThreads() {
        for (int size : new int[] {0, 256, 1024, 4096, 16384, 65536}) {
            assertThat(LiveBuffersMicrobenchmark.slots(size, 8)).isEqualTo(LiveBuffersMicrobenchmark.slots(size, 1));
        }
    }

    @Test
    void replacesOneDirectBufferPerOperation() {
        benchmark.fill(allocator, true, SIZE, thread(0, 1));
        long full = allocator.metric().usedDirectMemory();
        assertThat(full).isEqualTo(256L * SIZE);

        List<ByteBuf> fresh = new ArrayList<>();
        for (int turn = 0; turn < 1000; turn++) {
            ByteBuf buffer = benchmark.replaceDirect();
            assertThat(buffer.isDirect()).isTrue();
            assertThat(buffer.refCnt()).isOne();
            assertThat(allocator.metric().usedDirectMemory()).isEqualTo(full);
            fresh.add(buffer);
        }

        assertThat(fresh.stream().filter(buffer -> buffer.refCnt() == 1)).hasSize(256);
        benchmark.releaseAll();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void replacesOneHeapBufferPerOperation() {
        benchmark.fill(allocator, false, SIZE, thread(0, 1));
        long full = allocator.metric().usedHeapMemory();
        assertThat(full).isEqualTo(256L * SIZE);

        for (int turn = 0; turn < 1000; turn++) {
            assertThat(benchmark.replaceHeap().isDirect()).isFalse();
            assertThat(allocator.metric().usedHeapMemory()).isEqualTo(full);
        }

        benchmark.releaseAll();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
    }

    @Test
    void sharesAllocatorButNotBuffers() {
        Fixture other = new Fixture();
        benchmark.fill(allocator, true, SIZE, thread(0, 2));
        other.fill(allocator, true, SIZE, thread(1, 2));

        for (int turn = 0; turn < 1000; turn++) {
            benchmark.replaceDirect();
        }
        benchmark.releaseAll();

        assertThat(allocator.metric().usedDirectMemory()).isEqualTo(256L * SIZE);
        other.releaseAll();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Test
    void releasesBuffersOfOtherThreads() throws InterruptedException {
        ByteBufAllocatorContentionBenchmark.Shared shared = new ByteBufAllocatorContentionBenchmark.Shared();
        shared.allocator = AllocatorKind.UNPOOLED;
        shared.create();
        UnpooledByteBufAllocator common = (UnpooledByteBufAllocator) shared.created;
        long table = common.metric().usedDirectMemory();
        assertThat(table).isEqualTo(4096L * 1024);
        AtomicInteger released = new AtomicInteger();
        List<Thread> workers = new ArrayList<>();
        for (int index = 0; index < 2; index++) {
            ThreadParams thread = thread(index, 2);
            workers.add(new Thread(() -> {
                ByteBufAllocatorContentionBenchmark contention = new ByteBufAllocatorContentionBenchmark();
                contention.fill(shared, thread);
                for (int turn = 0; turn < 10_000; turn++) {
                    released.addAndGet(contention.allocAndFreeOthers(shared) ? 1 : 0);
                }
                contention.releaseAll();
            }));
        }
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }

        assertThat(released).hasValue(20_000);
        assertThat(common.metric().usedDirectMemory()).isEqualTo(table);
        shared.release();
        assertThat(common.metric().usedDirectMemory()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void growsBufferToLastSizeAndReleasesIt(boolean direct) {
        int capacity = ByteBufGrowBenchmark.grow(direct ? allocator.directBuffer(256) : allocator.heapBuffer(256));

        assertThat(capacity).isEqualTo(SIZE);
        assertThat(allocator.metric().usedDirectMemory()).isZero();
        assertThat(allocator.metric().usedHeapMemory()).isZero();
    }

    private static ThreadParams thread(int index, int threads) {
        return new ThreadParams(index, threads, 0, 1, 0, 1, 0, 1, 0, 1);
    }

    private static final class Fixture extends LiveBuffersMicrobenchmark {}
}
