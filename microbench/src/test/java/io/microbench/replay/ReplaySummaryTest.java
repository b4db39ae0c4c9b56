// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.replay.ReplaySummary.Range;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplaySummaryTest {

    private static final Offset<Double> CLOSE = within(1e-12);

    /** Benchmarks that differ only in the given values. */
    private record Made(double seconds, double deviation, Optional<Double> other, Optional<Double> halfWidth) {

        static Made usual() {
            return new Made(10, 0, Optional.empty(), Optional.empty());
        }

        BenchmarkReplay replay(int forks, List<Integer> unsteady, Optional<List<Integer>> never, int tooShort) {
            return named("b", forks, unsteady, never, tooShort);
        }

        BenchmarkReplay named(
                String name, int forks, List<Integer> unsteady, Optional<List<Integer>> never, int tooShort) {
            return new BenchmarkReplay(
                    name,
                    forks,
                    seconds,
                    100,
                    1,
                    deviation,
                    deviation / 2,
                    other,
                    halfWidth,
                    unsteady,
                    never,
                    tooShort);
        }

        BenchmarkReplay replay() {
            return replay(3, List.of(), Optional.empty(), 0);
        }
    }

    private static BenchmarkReplay deviating(double deviation) {
        return new Made(10, deviation, Optional.of(deviation), Optional.empty()).replay();
    }

    private static BenchmarkReplay taking(double seconds) {
        return new Made(seconds, 0, Optional.empty(), Optional.empty()).replay();
    }

    private static ReplaySummary of(BenchmarkReplay... all) {
        return ReplaySummary.of(List.of(all), 0.02);
    }

    @Test
    void sumsTimesAndTakesMedianOfBenchmarks() {
        ReplaySummary summary = of(taking(10), taking(20), taking(90));

        assertThat(summary.seconds()).isEqualTo(120);
        assertThat(summary.fullSeconds()).isEqualTo(300);
        assertThat(summary.secondsMean()).isEqualTo(40);
        assertThat(summary.secondsMedian()).isEqualTo(20);
        assertThat(summary.timeSaved()).isCloseTo(0.6, CLOSE);
    }

    @Test
    void reportsNegativeSavingForLongerRule() {
        assertThat(of(taking(150)).timeSaved()).isCloseTo(-0.5, CLOSE);
    }

    @ParameterizedTest
    @CsvSource({"0.02, 1, 1", "-0.02, 1, 1", "0.03, 0, 1", "-0.05, 0, 0"})
    void includesDeviationEqualToTolerance(double deviation, double same, double used) {
        ReplaySummary summary = of(deviating(deviation));

        assertThat(summary.withinSame()).isEqualTo(same);
        assertThat(summary.withinUsed()).isEqualTo(used);
        assertThat(summary.withinOther()).contains(same);
        assertThat(summary.withinTenPercent()).isEqualTo(1);
    }

    @Test
    void usesOtherForksIfAvailable() {
        ReplaySummary summary = of(deviating(0.2), deviating(0.01), Made.usual().replay());

        assertThat(summary.withinOther()).contains(0.5);
        assertThat(summary.withinSame()).isCloseTo(2 / 3.0, CLOSE);
        assertThat(summary.withinTenPercent()).isCloseTo(2 / 3.0, CLOSE);
        assertThat(of(Made.usual().replay()).withinOther()).isEmpty();
    }

    @Test
    void ignoresBenchmarksWithoutHalfWidthInMedian() {
        BenchmarkReplay narrow = new Made(1, 0, Optional.empty(), Optional.of(0.01)).replay();
        BenchmarkReplay wide = new Made(1, 0, Optional.empty(), Optional.of(0.03)).replay();

        assertThat(of(narrow, Made.usual().replay(), wide).medianHalfWidth())
                .hasValueSatisfying(width -> assertThat(width).isCloseTo(0.02, CLOSE));
        assertThat(of(Made.usual().replay()).medianHalfWidth()).isEmpty();
    }

    @Test
    void excludesUnclassifiedBenchmarksFromUnsteadyShares() {
        BenchmarkReplay judged = Made.usual().replay(5, List.of(1, 2, 3), Optional.of(List.of(3, 4)), 1);
        BenchmarkReplay unjudged = Made.usual().replay(4, List.of(1, 2), Optional.empty(), 2);

        ReplaySummary summary = of(judged, unjudged);

        assertThat(summary.unsteadyForks()).isEqualTo(5);
        assertThat(summary.unsteadyPrecision())
                .hasValueSatisfying(share -> assertThat(share).isCloseTo(1 / 3.0, CLOSE));
        assertThat(summary.unsteadyRecall()).contains(0.5);
        assertThat(summary.forksMean()).isEqualTo(4.5);
        assertThat(summary.tooShort()).isEqualTo(3);
    }

    @Test
    void returnsNoShareOfZeroForks() {
        ReplaySummary calm = of(Made.usual().replay(5, List.of(), Optional.of(List.of(2)), 0));
        assertThat(calm.unsteadyPrecision()).as("no fork was called unsteady").isEmpty();
        assertThat(calm.unsteadyRecall()).contains(0.0);

        ReplaySummary wrong = of(Made.usual().replay(5, List.of(2), Optional.of(List.of()), 0));
        assertThat(wrong.unsteadyPrecision()).contains(0.0);
        assertThat(wrong.unsteadyRecall()).as("every fork gets steady").isEmpty();
    }

    @Test
    void computesZeroWidthForIdenticalBenchmarks() {
        ReplaySummary summary = ReplaySummary.of(Collections.nCopies(30, taking(25)), 0.02);

        assertThat(summary.timeSavedInterval().low()).isCloseTo(0.75, CLOSE);
        assertThat(summary.timeSavedInterval().high()).isCloseTo(0.75, CLOSE);
        assertThat(summary.withinSameInterval()).isEqualTo(new Range(1, 1));
    }

    /** With 100 benchmarks, half of them within the tolerance, 95 % of draws have 40 to 60 within it. */
    @Test
    void computesBinomialIntervalForIndependentBenchmarks() {
        List<BenchmarkReplay> half = IntStream.range(0, 100)
                .mapToObj(i -> new Made(10, i < 50 ? 0 : 0.5, Optional.empty(), Optional.empty())
                        .named("b" + i, 3, List.of(), Optional.empty(), 0))
                .toList();

        Range interval = ReplaySummary.of(half, 0.02).withinSameInterval();

        assertThat(interval.low()).isCloseTo(0.4, within(0.021));
        assertThat(interval.high()).isCloseTo(0.6, within(0.021));
    }

    /** Many replays of one benchmark do not count as several benchmarks. */
    @Test
    void resamplesReplaysOfBenchmarkTogether() {
        List<BenchmarkReplay> two = Stream.concat(
                        Collections.nCopies(
                                50,
                                new Made(10, 0, Optional.empty(), Optional.empty())
                                        .named("right", 3, List.of(), Optional.empty(), 0))
                                .stream(),
                        Collections.nCopies(
                                50,
                                new Made(10, 0.5, Optional.empty(), Optional.empty())
                                        .named("wrong", 3, List.of(), Optional.empty(), 0))
                                .stream())
                .toList();

        assertThat(ReplaySummary.of(two, 0.02).withinSameInterval()).isEqualTo(new Range(0, 1));
    }

    @Test
    void resamplesBenchmarksOfProjectTogether() {
        List<BenchmarkReplay> two = Stream.of("right#a", "right#b", "wrong#a", "wrong#b")
                .map(name -> new Made(10, name.startsWith("right") ? 0 : 0.5, Optional.empty(), Optional.empty())
                        .named(name, 3, List.of(), Optional.empty(), 0))
                .toList();

        assertThat(ReplaySummary.of(two, 0.02).withinSameInterval()).isEqualTo(new Range(0, 1));
    }
}
