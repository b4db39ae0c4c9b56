// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.buffer.SmallJvm;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.util.ResourceLeakDetector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the benchmarks of access read and write, and their actual buffers and checks. */
class BufferAccessTest {

    private static final int SLOTS = BufferAccessMicrobenchmark.CAPACITY / Long.BYTES;

    private final VisitOrder order = VisitOrder.shuffled(SLOTS, Seed.value());
    private final ByteBuffer expected = ByteBuffer.wrap(bytes());
    private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

    /** As in the forks: by default, Netty wraps one random buffer in 128, which changes its class. */
    @BeforeEach
    void trackNoBuffer() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterEach
    void restoreLevel() {
        ResourceLeakDetector.setLevel(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP", "DIRECT"})
    void readsEachWidthAtVisitedIndex(BufferKind kind) {
        PrimitiveAccessBenchmark benchmark = new PrimitiveAccessBenchmark();
        benchmark.kind = kind;
        benchmark.fill();
        for (int turn = 0; turn < 4 * SLOTS; ) {
            assertThat(benchmark.getByte()).isEqualTo(expected.get(order.at(turn++) * 8));
            assertThat(benchmark.getShort()).isEqualTo(expected.getShort(order.at(turn++) * 8));
            assertThat(benchmark.getInt()).isEqualTo(expected.getInt(order.at(turn++) * 8));
            assertThat(benchmark.getLong()).isEqualTo(expected.getLong(order.at(turn++) * 8));
        }
        benchmark.release();
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP", "DIRECT"})
    void writesEachWidthAtVisitedIndex(BufferKind kind) {
        PrimitiveAccessBenchmark benchmark = new PrimitiveAccessBenchmark();
        benchmark.kind = kind;
        benchmark.fill();
        for (int turn = 0; turn < 4 * SLOTS; ) {
            benchmark.setByte();
            expected.put(order.at(turn++) * 8, (byte) 0xEF);
            benchmark.setShort();
            expected.putShort(order.at(turn++) * 8, (short) 0xCDEF);
            benchmark.setInt();
            expected.putInt(order.at(turn++) * 8, 0x89ABCDEF);
            benchmark.setLong();
            expected.putLong(order.at(turn++) * 8, 0x0123456789ABCDEFL);
        }

        assertThat(contents(benchmark.buffer)).isEqualTo(expected.array());
        benchmark.release();
    }

    @ParameterizedTest
    @EnumSource
    void readsSameBytesFromEveryKind(BufferKind kind) {
        BufferKindAccessBenchmark benchmark = ofKind(kind);
        expected.order(kind == BufferKind.SWAPPED ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        for (int turn = 0; turn < 2 * SLOTS; ) {
            assertThat(benchmark.getLong()).isEqualTo(expected.getLong(order.at(turn++) * 8));
            byte[] block = new byte[64];
            expected.get(order.at(turn++) * 8 / 64 * 64, block);
            assertThat(benchmark.getBytes()).isEqualTo(block);
        }
        benchmark.release();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READ_ONLY")
    void writesEveryWritableKind(BufferKind kind) {
        BufferKindAccessBenchmark benchmark = ofKind(kind);
        expected.order(kind == BufferKind.SWAPPED ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        for (int turn = 0; turn < SLOTS; turn++) {
            benchmark.setLong();
            expected.putLong(turn * 8, 0x0123456789ABCDEFL);
        }

        assertThat(contents(benchmark.buffer)).isEqualTo(expected.array());
        benchmark.release();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READ_ONLY")
    void writesBlocksOfEveryWritableKind(BufferKind kind) {
        BufferKindAccessBenchmark benchmark = ofKind(kind);
        int first = order.at(0) * 8 / 64 * 64;
        benchmark.setBytes();
        for (int i = first; i < first + 64; i++) {
            expected.put(i, (byte) 0);
        }

        assertThat(contents(benchmark.buffer)).isEqualTo(expected.array());
        benchmark.release();
    }

    @Test
    void skipsOnlyWritesOfReadOnlyBuffers() {
        BufferKindAccessBenchmark benchmark = new BufferKindAccessBenchmark();

        assertThat(benchmark.skipReason("setLong", Map.of("kind", "READ_ONLY")))
                .contains("a read-only buffer cannot be written");
        assertThat(benchmark.skipReason("setBytes", Map.of("kind", "READ_ONLY")))
                .isPresent();
        assertThat(benchmark.skipReason("getLong", Map.of("kind", "READ_ONLY"))).isEmpty();
        assertThat(benchmark.skipReason("setLong", Map.of("kind", "SLICED"))).isEmpty();
        BufferKindAccessBenchmark readOnly = ofKind(BufferKind.READ_ONLY);
        assertThatThrownBy(readOnly::setLong).isInstanceOf(RuntimeException.class);
        readOnly.release();
    }

    @ParameterizedTest
    @EnumSource
    void createsBufferOfItsKind(BufferKind kind) {
        BufferKindAccessBenchmark benchmark = ofKind(kind);
        ByteBuf buffer = benchmark.buffer;

        assertThat(buffer.isDirect()).isEqualTo(kind != BufferKind.HEAP);
        assertThat(buffer.hasArray()).isEqualTo(kind == BufferKind.HEAP);
        assertThat(buffer instanceof CompositeByteBuf).isEqualTo(kind == BufferKind.COMPOSITE);
        assertThat(buffer.isReadOnly()).isEqualTo(kind == BufferKind.READ_ONLY);
        assertThat(buffer.getClass().getSimpleName().contains("Slice")).isEqualTo(kind == BufferKind.SLICED);
        assertThat(buffer.getClass().getSimpleName().contains("Swapped")).isEqualTo(kind == BufferKind.SWAPPED);
        assertThat(buffer.getClass().getSimpleName().equals("UnreleasableByteBuf"))
                .isEqualTo(kind == BufferKind.WRAPPED);
        assertThat(buffer.capacity()).isEqualTo(BufferAccessMicrobenchmark.CAPACITY);
        benchmark.release();
        assertThat(buffer.refCnt()).isZero();
    }

    @Test
    void enablesChecksByDefault() {
        assertThat(AccessChecks.ofThisJvm()).isEqualTo(new AccessChecks(true, true));
    }

    /** Starts a JVM with the arguments of the forks: a property unknown to Netty would change nothing. */
    @Test
    void disablesChecksInForksOfUncheckedClass() throws Exception {
        assertThat(SmallJvm.printedBy(AccessChecks.class, new UncheckedPrimitiveAccessBenchmark().forkJvmArgs()))
                .isEqualTo(new AccessChecks(false, false).toString());
    }

    private static BufferKindAccessBenchmark ofKind(BufferKind kind) {
        BufferKindAccessBenchmark benchmark = new BufferKindAccessBenchmark();
        benchmark.kind = kind;
        benchmark.fill();
        return benchmark;
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[BufferAccessMicrobenchmark.CAPACITY];
        new SplittableRandom(Seed.value()).nextBytes(bytes);
        return bytes;
    }

    private static byte[] contents(ByteBuf buffer) {
        byte[] contents = new byte[buffer.capacity()];
        buffer.getBytes(0, contents);
        return contents;
    }

    private abstract static class Seed extends NettyMicrobenchmark {

        static long value() {
            return seed();
        }
    }
}
