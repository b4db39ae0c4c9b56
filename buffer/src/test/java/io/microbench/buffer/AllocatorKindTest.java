// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Benchmark;

class AllocatorKindTest {

    @ParameterizedTest
    @CsvSource({
        "unpooledHeapAllocAndFree, UNPOOLED",
        "unpooledDirectAllocAndFree, UNPOOLED",
        "pooledHeapAllocAndFree, POOLED",
        "pooledNoCacheDirectAllocAndFree, POOLED_NO_CACHE",
        "pooledNoCacheHeapAllocAndFree, POOLED_NO_CACHE",
        "io.microbench.buffer.ByteBufAllocatorBenchmark.adaptiveDirectAllocAndFree, ADAPTIVE",
    })
    void findsKindByMethodName(String method, AllocatorKind kind) {
        assertThat(AllocatorKind.ofMethod(method)).isEqualTo(kind);
    }

    @Test
    void rejectsMethodOfUnknownKind() {
        assertThatThrownBy(() -> AllocatorKind.ofMethod("io.microbench.X.slabDirectAllocAndFree"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "method slabDirectAllocAndFree: name it <allocator>Heap... or <allocator>Direct..., with one of"
                                + " [unpooled, pooled, pooledNoCache, adaptive]");
    }

    @Test
    void hasMethodPerAllocatorAndKindOfMemory() {
        List<String> methods = Arrays.stream(ByteBufAllocatorBenchmark.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .map(Method::getName)
                .toList();

        assertThat(methods).hasSize(2 * AllocatorKind.values().length);
        for (String memory : List.of("Heap", "Direct")) {
            assertThat(methods.stream()
                            .filter(method -> method.endsWith(memory + "AllocAndFree"))
                            .map(AllocatorKind::ofMethod))
                    .containsExactlyInAnyOrder(AllocatorKind.values());
        }
    }

    @Test
    void createsAllocatorOfItsKind() {
        assertThat(AllocatorKind.UNPOOLED.create()).isInstanceOf(UnpooledByteBufAllocator.class);
        assertThat(AllocatorKind.ADAPTIVE.create()).isInstanceOf(AdaptiveByteBufAllocator.class);
        PooledByteBufAllocator pooled = (PooledByteBufAllocator) AllocatorKind.POOLED.create();
        PooledByteBufAllocator noCache = (PooledByteBufAllocator) AllocatorKind.POOLED_NO_CACHE.create();

        assertThat(pooled.metric().smallCacheSize()).isPositive();
        assertThat(pooled.metric().normalCacheSize()).isPositive();
        assertThat(noCache.metric().smallCacheSize()).isZero();
        assertThat(noCache.metric().normalCacheSize()).isZero();
        assertThat(noCache.metric().numDirectArenas()).isEqualTo(pooled.metric().numDirectArenas());
        assertThat(noCache.metric().chunkSize()).isEqualTo(pooled.metric().chunkSize());
    }

    @ParameterizedTest
    @EnumSource
    void createsSeparateAllocatorsForBothKindsOfMemory(AllocatorKind kind) {
        ByteBufAllocator allocator = kind.create();

        assertThat(kind.create()).isNotSameAs(allocator);
        ByteBuf heap = allocator.heapBuffer(16);
        ByteBuf direct = allocator.directBuffer(16);
        assertThat(heap.isDirect()).isFalse();
        assertThat(direct.isDirect()).isTrue();
        assertThat(heap.release()).isTrue();
        assertThat(direct.release()).isTrue();
    }
}
