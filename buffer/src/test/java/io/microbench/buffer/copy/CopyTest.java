// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the benchmarks of copying and zeroing leave in their targets, and between which buffers they copy. */
class CopyTest {

    @ParameterizedTest
    @CsvSource({
        "HEAP, 64",
        "DIRECT, 64",
        "READ_ONLY, 64",
        "READ_ONLY_NIO, 64",
        "HEAP, 8192",
        "DIRECT, 8192",
        "READ_ONLY, 8192",
        "READ_ONLY_NIO, 8192"
    })
    void copiesWholeSourcePerRound(CopySource source, int length) {
        assertThat(copied(source, length, ByteBufCopyBenchmark::intoHeap, 0)).isZero();
        assertThat(copied(source, length, ByteBufCopyBenchmark::intoDirect, 0)).isZero();
        assertThat(copied(source, length, ByteBufCopyBenchmark::intoDirectUnaligned, 1))
                .isZero();
    }

    /** Copies every block once, and compares the target from an index on with the source: 0 if equal. */
    private static int copied(
            CopySource source, int length, Function<ByteBufCopyBenchmark, ByteBuf> copy, int targetIndex) {
        ByteBufCopyBenchmark benchmark = new ByteBufCopyBenchmark();
        benchmark.source = source;
        benchmark.length = length;
        benchmark.fill();
        try {
            benchmark.heap.setZero(0, benchmark.heap.capacity());
            benchmark.direct.setZero(0, benchmark.direct.capacity());
            ByteBuf target = benchmark.direct;
            for (int turn = 0; turn < ByteBufCopyBenchmark.CAPACITY / length; turn++) {
                target = copy.apply(benchmark);
            }
            return ByteBufUtil.compare(
                    benchmark.from.slice(0, ByteBufCopyBenchmark.CAPACITY),
                    target.slice(targetIndex, ByteBufCopyBenchmark.CAPACITY));
        } finally {
            benchmark.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void createsSourceAndTargetOfItsKind(CopySource source) {
        ByteBufCopyBenchmark benchmark = new ByteBufCopyBenchmark();
        benchmark.source = source;
        benchmark.length = 64;
        benchmark.fill();

        assertThat(benchmark.heap.hasArray()).isTrue();
        assertThat(benchmark.direct.isDirect()).isTrue();
        assertThat(benchmark.from.isDirect()).isEqualTo(source != CopySource.HEAP);
        assertThat(benchmark.from.isReadOnly())
                .isEqualTo(source == CopySource.READ_ONLY || source == CopySource.READ_ONLY_NIO);
        assertThat(benchmark.from.getClass().getSimpleName().matches("ReadOnly(ByteBufferBuf|UnsafeDirectByteBuf)"))
                .isEqualTo(source == CopySource.READ_ONLY_NIO);
        benchmark.release();
        assertThat(benchmark.heap.refCnt() + benchmark.direct.refCnt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 8192})
    void zeroesWholeBufferPerRound(int length) {
        ByteBufZeroBenchmark benchmark = new ByteBufZeroBenchmark();
        benchmark.length = length;
        benchmark.fill();
        int blocks = ByteBufZeroBenchmark.CAPACITY / length;
        for (int turn = 0; turn < blocks - 1; turn++) {
            benchmark.zeroHeap();
        }
        assertThat(ones(benchmark.heap)).isEqualTo(length);
        benchmark.zeroHeap();
        assertThat(ones(benchmark.heap)).isZero();

        for (int turn = 0; turn < blocks - 1; turn++) {
            benchmark.zeroDirect();
        }
        assertThat(ones(benchmark.direct)).isEqualTo(length);
        benchmark.zeroDirect();
        assertThat(ones(benchmark.direct)).isZero();
        benchmark.release();
    }

    private static int ones(ByteBuf buffer) {
        int ones = 0;
        for (int index = 0; index < ByteBufZeroBenchmark.CAPACITY; index++) {
            ones += buffer.getByte(index);
        }
        return ones;
    }
}
