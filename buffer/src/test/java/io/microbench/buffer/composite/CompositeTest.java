// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.composite;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the benchmarks of composite buffers read, write and assemble, against a plain array. */
class CompositeTest {

    private final CompositeByteBufBenchmark benchmark = new CompositeByteBufBenchmark();

    @AfterEach
    void verifyAllBuffersReleased() {
        benchmark.release();
        assertThat(benchmark.message.refCnt()).isZero();
        assertThat(benchmark.pieces())
                .allSatisfy(piece -> assertThat(piece.refCnt()).isZero());
    }

    @ParameterizedTest
    @EnumSource
    void assemblesMessageByLayout(Layout layout) {
        fill(layout);

        assertThat(benchmark.message instanceof CompositeByteBuf).isEqualTo(layout != Layout.COPIED);
        assertThat(benchmark.message.nioBufferCount()).isEqualTo(layout == Layout.COPIED ? 1 : layout.pieces());
        assertThat(benchmark.message.isDirect()).isTrue();
        assertThat(contents(benchmark.message)).isEqualTo(expected(layout));
    }

    @ParameterizedTest
    @EnumSource
    void keepsPiecesForNextMessage(Layout layout) {
        fill(layout);
        int held = layout == Layout.COPIED ? 1 : 2;
        for (int turn = 0; turn < 100; turn++) {
            assertThat(benchmark.assembleAndRelease()).isTrue();
            assertThat(benchmark.pieces())
                    .allSatisfy(piece -> assertThat(piece.refCnt()).isEqualTo(held))
                    .allSatisfy(piece -> assertThat(piece.readableBytes())
                            .isEqualTo(CompositeByteBufBenchmark.BYTES / layout.pieces()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsMessageBothWays(Layout layout) {
        fill(layout);
        byte[] bytes = expected(layout);
        long inOrder = 0;
        for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
            inOrder += rest.getLong();
        }
        VisitOrder order = VisitOrder.shuffled(CompositeByteBufBenchmark.BYTES, Seed.value());
        int turn = 0;
        for (int round = 0; round < 100; round++) {
            int anywhere = 0;
            for (int i = 0; i < CompositeByteBufBenchmark.SINGLE_BYTES; i++) {
                anywhere += bytes[order.at(turn++)];
            }
            assertThat(benchmark.readAnywhere()).isEqualTo(anywhere);
            assertThat(benchmark.readInOrder()).isEqualTo(inOrder);
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesAllComponentsInOneCall(Layout layout) throws IOException {
        fill(layout);
        for (int turn = 1; turn <= 100; turn++) {
            assertThat(benchmark.writeOut()).isEqualTo(CompositeByteBufBenchmark.BYTES);
            assertThat(benchmark.channel().calls()).isEqualTo(turn);
            assertThat(benchmark.channel().bytes()).isEqualTo((long) turn * CompositeByteBufBenchmark.BYTES);
        }
    }

    private void fill(Layout layout) {
        benchmark.layout = layout;
        benchmark.fill();
    }

    private static byte[] expected(Layout layout) {
        SplittableRandom random = new SplittableRandom(Seed.value());
        ByteBuffer all = ByteBuffer.allocate(CompositeByteBufBenchmark.BYTES);
        byte[] piece = new byte[CompositeByteBufBenchmark.BYTES / layout.pieces()];
        while (all.hasRemaining()) {
            random.nextBytes(piece);
            all.put(piece);
        }
        return all.array();
    }

    private static byte[] contents(ByteBuf buffer) {
        byte[] contents = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), contents);
        return contents;
    }

    private abstract static class Seed extends NettyMicrobenchmark {

        static long value() {
            return seed();
        }
    }
}
