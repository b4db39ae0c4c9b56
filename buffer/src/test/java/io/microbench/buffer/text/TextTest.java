// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the benchmarks of text write and read, against the JDK's result for the same strings. */
class TextTest {

    private static final int TURNS = 1000;

    private final VisitOrder order = VisitOrder.shuffled(64, Seed.value());

    @ParameterizedTest
    @CsvSource({"ASCII, 1, 256", "CJK, 3, 768", "EMOJI, 4, 512"})
    void drawsCharactersOfExpectedByteLength(Text text, int perCharacter, int bytes) {
        for (String drawn : text.draw(10, 256, 1)) {
            assertThat(drawn).hasSize(256);
            assertThat(drawn.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
            assertThat(bytes / drawn.codePointCount(0, 256)).isEqualTo(perCharacter);
        }
    }

    /**
     * 2,560 draws with p = 1/4: the standard deviation is 22 (mean 640). The bounds are five standard deviations away.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 42})
    void drawsQuarterOfLatinLettersWithTwoBytes(long seed) {
        String all = String.join("", Text.LATIN.draw(10, 256, seed));

        assertThat(all.getBytes(StandardCharsets.UTF_8).length - all.length()).isBetween(530, 750);
    }

    @ParameterizedTest
    @EnumSource
    void derivesDifferentTextsFromSeed(Text text) {
        assertThat(text.draw(64, 256, 7)).doesNotHaveDuplicates().isEqualTo(text.draw(64, 256, 7));
        assertThat(text.draw(1, 256, 7)).isNotEqualTo(text.draw(1, 256, 8));
    }

    @ParameterizedTest
    @EnumSource
    void writesSameBytesAsJdk(Text text) {
        TextOutBenchmark benchmark = new TextOutBenchmark();
        benchmark.text = text;
        benchmark.draw();
        String[] strings = text.draw(TextOutBenchmark.STRINGS, TextOutBenchmark.LENGTH, Seed.value());
        for (int turn = 0; turn < TURNS; ) {
            byte[] first = strings[order.at(turn++)].getBytes(StandardCharsets.UTF_8);
            assertThat(benchmark.writeUtf8()).isEqualTo(first.length);
            assertThat(readable(benchmark.buffer)).isEqualTo(first);
            benchmark.getBytesAndWrite();
            assertThat(readable(benchmark.buffer))
                    .isEqualTo(strings[order.at(turn++)].getBytes(StandardCharsets.UTF_8));
            ByteBuf encoded = benchmark.encode();
            assertThat(readable(encoded)).isEqualTo(strings[order.at(turn++)].getBytes(StandardCharsets.UTF_8));
            assertThat(encoded.release()).isTrue();
            assertThat(benchmark.encodeAndRelease())
                    .isEqualTo(strings[order.at(turn++)].getBytes(StandardCharsets.UTF_8).length);
        }
        assertThat(benchmark.buffer.isDirect()).isTrue();
        benchmark.release();
    }

    @ParameterizedTest
    @EnumSource
    void decodesEncodedStrings(Text text) {
        TextInBenchmark benchmark = new TextInBenchmark();
        benchmark.text = text;
        benchmark.encode();
        String[] strings = text.draw(TextInBenchmark.STRINGS, TextInBenchmark.LENGTH, Seed.value());
        for (int turn = 0; turn < TURNS; ) {
            assertThat(benchmark.heapToString()).isEqualTo(strings[order.at(turn++)]);
            assertThat(benchmark.directToString()).isEqualTo(strings[order.at(turn++)]);
        }
        assertThat(benchmark.heap.hasArray()).isTrue();
        assertThat(benchmark.direct.isDirect()).isTrue();
        benchmark.release();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 512})
    void writesAndReadsAsciiUnchanged(int length) {
        AsciiTextBenchmark benchmark = new AsciiTextBenchmark();
        benchmark.length = length;
        benchmark.draw();
        String[] strings = Text.ASCII.draw(AsciiTextBenchmark.STRINGS, length, Seed.value());
        for (int turn = 0; turn < TURNS; ) {
            assertThat(benchmark.writeAsciiFromString()).isEqualTo(length);
            assertThat(written(benchmark)).isEqualTo(strings[order.at(turn++)]);
            assertThat(benchmark.writeAsciiFromAsciiString()).isEqualTo(length);
            assertThat(written(benchmark)).isEqualTo(strings[order.at(turn++)]);
            assertThat(benchmark.writeUtf8FromString()).isEqualTo(length);
            assertThat(written(benchmark)).isEqualTo(strings[order.at(turn++)]);
            assertThat(benchmark.readCharSequence())
                    .isInstanceOf(AsciiString.class)
                    .hasToString(strings[order.at(turn++)]);
            assertThat(benchmark.readString()).isEqualTo(strings[order.at(turn++)]);
        }
        benchmark.release();
    }

    private static String written(AsciiTextBenchmark benchmark) {
        return new String(readable(benchmark.target), StandardCharsets.US_ASCII);
    }

    private static byte[] readable(ByteBuf buffer) {
        byte[] readable = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), readable);
        return readable;
    }

    private abstract static class Seed extends NettyMicrobenchmark {

        static long value() {
            return seed();
        }
    }
}
