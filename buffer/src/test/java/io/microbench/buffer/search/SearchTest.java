// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every search finds the right position: one that stops early is fast. */
class SearchTest {

    private static final int TURNS = 1000;

    @ParameterizedTest
    @ValueSource(ints = {16, 1024})
    void findsEndOfVisitedLine(int meanLength) {
        ByteSearchBenchmark benchmark = new ByteSearchBenchmark();
        benchmark.meanLength = meanLength;
        benchmark.fill();
        VisitOrder order = VisitOrder.shuffled(ByteSearchBenchmark.LINES, Seed.value());
        for (int turn = 0; turn < TURNS; ) {
            assertThat(benchmark.indexOf()).isEqualTo(benchmark.ends[order.at(turn++) + 1]);
            assertThat(benchmark.lastIndexOf()).isEqualTo(benchmark.ends[order.at(turn++)]);
            assertThat(benchmark.forEachByte()).isEqualTo(benchmark.ends[order.at(turn++) + 1]);
            assertThat(benchmark.plainLoop()).isEqualTo(benchmark.ends[order.at(turn++) + 1]);
        }
        assertThat(benchmark.buffer.isDirect()).isTrue();
        benchmark.release();
    }

    /**
     * 256 draws, uniform from 1 to 2m - 1: the standard deviation of their mean is 0.036 m. The bounds are five
     * standard deviations away.
     */
    @ParameterizedTest
    @ValueSource(ints = {16, 1024})
    void drawsLinesOfGivenMeanLength(int meanLength) {
        ByteSearchBenchmark benchmark = new ByteSearchBenchmark();
        benchmark.meanLength = meanLength;
        benchmark.fill();
        double mean = benchmark.ends[ByteSearchBenchmark.LINES] / (double) ByteSearchBenchmark.LINES - 1;

        assertThat(mean).isBetween(0.82 * meanLength, 1.18 * meanLength);
        assertThat(Arrays.stream(benchmark.ends).distinct().count()).isEqualTo(ByteSearchBenchmark.LINES + 1);
        benchmark.release();
    }

    @ParameterizedTest
    @EnumSource
    void findsSequenceAtEnd(Haystack haystack) {
        SequenceSearchBenchmark benchmark = new SequenceSearchBenchmark();
        benchmark.haystack = haystack;
        benchmark.fill();
        int last = SequenceSearchBenchmark.BYTES - 1;
        int first = SequenceSearchBenchmark.BYTES - SequenceSearchBenchmark.NEEDLE;
        for (int turn = 0; turn < 3; turn++) {
            assertThat(benchmark.kmp()).isEqualTo(last);
            assertThat(benchmark.bitap()).isEqualTo(last);
            assertThat(benchmark.ahoCorasick()).isEqualTo(last);
            assertThat(benchmark.foundNeedle()).isZero();
            assertThat(benchmark.indexOf()).isEqualTo(first);
            assertThat(benchmark.plainLoop()).isEqualTo(first);
        }
        assertThat(benchmark.buffer.isDirect()).isTrue();
        assertThat(benchmark.buffer.readableBytes()).isEqualTo(SequenceSearchBenchmark.BYTES);
        benchmark.release();
    }

    private abstract static class Seed extends NettyMicrobenchmark {

        static long value() {
            return seed();
        }
    }
}
