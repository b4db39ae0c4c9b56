// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.scaling.Squeeze.Squeezed.End;
import io.microbench.settings.Ladder;
import io.microbench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the search for the best number of workers with given rates. */
class SqueezeTest {

    private static List<Integer> upTo(int top) {
        return Ladder.parse("1.." + top).rungs();
    }

    private static Squeezed climb(List<Integer> ladder, int patience, double... rates) {
        int[] passes = {0};
        return climb(ladder, patience, workers -> Optional.of(Rungs.of(workers, rates[passes[0]++])));
    }

    private static Rung rung(int workers, double rate, double halfWidth) {
        return new Rung(
                workers, rate, Optional.of(new Interval(rate - halfWidth, rate + halfWidth, 0.95)), new TreeMap<>());
    }

    private static int best(Squeezed squeezed) {
        return squeezed.best().orElseThrow().workers();
    }

    private static int knee(Squeezed squeezed) {
        return squeezed.knee().orElseThrow().workers();
    }

    /** Falling rates up to the highest rung. */
    @Test
    void reportsBestRungIfHighestRungIsMeasured() {
        Squeezed squeezed = climb(upTo(3), 3, 100, 50, 40);

        assertThat(squeezed.end()).isEqualTo(End.TOP);
        assertThat(squeezed.rungs()).extracting(Rung::workers).containsExactly(1, 2, 3);
        assertThat(best(squeezed)).isEqualTo(1);
        assertThat(squeezed.text()).isEqualTo("best with 1 worker at 100 ops/s; the highest rung is measured");
    }

    /** erlperf reported 92,569 with 5 workers, the last rung. */
    @Test
    void reportsOneWorkerForCollapseUnderContention() {
        Squeezed squeezed = climb(upTo(5), 5, 270_666, 23_949, 11_159, 80_951, 92_569);

        assertThat(best(squeezed)).isEqualTo(1);
        assertThat(knee(squeezed)).isEqualTo(1);
        assertThat(squeezed.rungs()).hasSize(5);
        assertThat(squeezed.text()).startsWith("best with 1 worker at 270,670 ops/s; ");
    }

    /** Three passes without a gain, six in all. */
    @Test
    void endsAfterPatienceIsExhausted() {
        Squeezed squeezed = climb(upTo(100), 3, 10, 20, 30, 30, 30, 30);

        assertThat(squeezed.end()).isEqualTo(End.PATIENCE);
        assertThat(squeezed.rungs()).hasSize(6);
        assertThat(best(squeezed)).isEqualTo(3);
        assertThat(squeezed.text())
                .isEqualTo(
                        "best with 3 workers at 30 ops/s; 3 passes in a row (with 4, 5, 6 workers) brought no gain larger"
                                + " than noise");
    }

    /** erlperf counts workers: with a step of 10, one bad pass exhausted a patience of 3. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 25})
    void countsPassesRegardlessOfStep(int step) {
        List<Integer> ladder =
                Ladder.parse(step + ".." + (12 * step) + "+" + step).rungs();
        Squeezed squeezed = climb(ladder, 3, 10, 20, 15, 30, 29, 28, 29);

        assertThat(squeezed.end()).isEqualTo(End.PATIENCE);
        assertThat(squeezed.rungs()).hasSize(7);
        assertThat(best(squeezed)).isEqualTo(4 * step);
    }

    /** Overlapping intervals are not a gain. */
    @Test
    void doesNotResetPatienceForNoise() {
        double[] rates = {100, 200, 201, 203, 204, 900};
        Squeezed squeezed = climb(upTo(6), 3, workers -> Optional.of(rung(workers, rates[workers - 1], 5)));

        assertThat(squeezed.end()).isEqualTo(End.PATIENCE);
        assertThat(squeezed.rungs()).hasSize(5);
        assertThat(best(squeezed)).isEqualTo(5);
        assertThat(knee(squeezed)).isEqualTo(2);
        assertThat(squeezed.text())
                .startsWith(
                        "best with 5 workers at 204 ops/s, not significantly faster than with 2 workers at 200 ops/s; ");
    }

    @Test
    void acceptsSameGainWithNarrowIntervals() {
        double[] rates = {100, 200, 201, 203, 204, 900};
        Squeezed squeezed = climb(upTo(6), 3, workers -> Optional.of(rung(workers, rates[workers - 1], 0.1)));

        assertThat(squeezed.end()).isEqualTo(End.TOP);
        assertThat(best(squeezed)).isEqualTo(6);
    }

    /** A step of 3 % is below the margin of 5 %; two together exceed it. */
    @Test
    void sumsSmallGains() {
        Squeezed squeezed = climb(upTo(7), 3, 100, 103, 106, 109, 112.4, 116, 119);

        assertThat(squeezed.end()).isEqualTo(End.TOP);
        assertThat(best(squeezed)).isEqualTo(7);
        assertThat(knee(squeezed)).isEqualTo(6);
    }

    @Test
    void allowsMarginForRateWithoutInterval() {
        assertThat(Rungs.of(2, 104.9).isWithinNoiseOf(Rungs.of(1, 100))).isTrue();
        assertThat(Rungs.of(2, 105.2).isWithinNoiseOf(Rungs.of(1, 100))).isFalse();
        assertThat(Rungs.of(2, 103).isWithinNoiseOf(rung(1, 100, 0.1))).isFalse();
        assertThat(Rungs.of(2, 103).isWithinNoiseOf(rung(1, 100, 1))).isTrue();
    }

    @Test
    void continuesAfterOneBadPass() {
        Squeezed squeezed = climb(Ladder.parse("1..40+10").rungs(), 3, 100, 20, 400, 410, 100);

        assertThat(squeezed.rungs()).extracting(Rung::workers).containsExactly(1, 10, 20, 30, 40);
        assertThat(best(squeezed)).isEqualTo(30);
        assertThat(knee(squeezed)).isEqualTo(20);
    }

    @Test
    void endsAtFailureKeepingBest() {
        Squeeze squeeze = new Squeeze(upTo(8), 3);
        squeeze.measured(Rungs.of(1, 100));
        squeeze.measured(Rungs.of(2, 180));
        squeeze.failed("OutOfMemoryError");
        squeeze.stop();

        assertThat(squeeze.next()).isEmpty();
        Squeezed squeezed = squeeze.outcome();
        assertThat(squeezed.end()).isEqualTo(End.FAILED);
        assertThat(squeezed.text()).isEqualTo("best with 2 workers at 180 ops/s; 3 workers failed: OutOfMemoryError");
    }

    @Test
    void hasNoBestIfFirstRungFails() {
        Squeezed squeezed = climb(upTo(8), 3, workers -> Optional.empty());

        assertThat(squeezed.best()).isEmpty();
        assertThat(squeezed.knee()).isEmpty();
        assertThat(squeezed.text()).isEqualTo("no rung was measured; 1 worker failed: it could not be measured");
    }

    @Test
    void endsAtStopKeepingBest() {
        Squeeze squeeze = new Squeeze(upTo(8), 3);
        squeeze.measured(Rungs.of(1, 100));
        squeeze.measured(Rungs.of(2, 50));
        squeeze.stop();

        assertThat(squeeze.next()).isEmpty();
        assertThat(squeeze.outcome().end()).isEqualTo(End.STOPPED);
        assertThat(best(squeeze.outcome())).isEqualTo(1);
    }

    /** Checks 2,000 searches with random rates, intervals, ladders and patience. */
    @Test
    void meetsContractForEverySearch() {
        Random random = new Random(11);
        for (int climb = 0; climb < 2_000; climb++) {
            int step = 1 + random.nextInt(10);
            int patience = 1 + random.nextInt(4);
            List<Integer> ladder = Ladder.parse(1 + ".." + (1 + random.nextInt(200)) + "+" + step)
                    .rungs();
            List<Rung> drawn =
                    ladder.stream().map(workers -> drawn(workers, random)).collect(Collectors.toList());
            Squeezed squeezed = climb(ladder, patience, workers -> Optional.of(drawn.get(ladder.indexOf(workers))));

            List<Rung> rungs = squeezed.rungs();
            assertThat(rungs).as("a prefix of the ladder").isEqualTo(drawn.subList(0, rungs.size()));
            int passes = passes(drawn, patience);
            assertThat(rungs)
                    .as("passes on %s with patience %s", drawn, patience)
                    .hasSize(passes);
            Rung best = squeezed.best().orElseThrow();
            assertThat(rungs).allSatisfy(rung -> assertThat(rung.rate()).isLessThanOrEqualTo(best.rate()));
            Rung knee = squeezed.knee().orElseThrow();
            assertThat(knee.isWithinNoiseOf(best)).isTrue();
            assertThat(rungs.subList(0, rungs.indexOf(knee)))
                    .allSatisfy(rung -> assertThat(rung.isWithinNoiseOf(best)).isFalse());
        }
    }

    private static Rung drawn(int workers, Random random) {
        double rate = 100 + workers * random.nextDouble() * 20;
        return random.nextBoolean() ? Rungs.of(workers, rate) : rung(workers, rate, rate * random.nextDouble() / 10);
    }

    /**
     * Returns the number of passes by definition: the search ends after {@code patience} consecutive passes without a
     * gain.
     */
    private static int passes(List<Rung> rungs, int patience) {
        int gain = 0;
        for (int pass = 1; pass < rungs.size(); pass++) {
            if (rungs.get(pass).rate() > rungs.get(gain).rate()
                    && !rungs.get(pass).isWithinNoiseOf(rungs.get(gain))) {
                gain = pass;
            } else if (pass - gain == patience) {
                return pass + 1;
            }
        }
        return rungs.size();
    }

    /** Several benchmarks, each with its own curve and peak. */
    @Test
    void searchesIndependently() {
        List<Squeezed> all = IntStream.of(2, 5, 9)
                .mapToObj(peak ->
                        climb(upTo(20), 2, workers -> Optional.of(Rungs.of(workers, 100.0 * Math.min(workers, peak)))))
                .toList();

        assertThat(all).extracting(SqueezeTest::best).containsExactly(2, 5, 9);
        assertThat(all).extracting(squeezed -> squeezed.rungs().size()).containsExactly(4, 7, 11);
    }

    /** Searches with a function that measures; it returns empty on failure. */
    private static Squeezed climb(List<Integer> ladder, int patience, IntFunction<Optional<Rung>> measure) {
        Squeeze squeeze = new Squeeze(ladder, patience);
        OptionalInt next = squeeze.next();
        while (next.isPresent()) {
            measure.apply(next.getAsInt())
                    .ifPresentOrElse(squeeze::measured, () -> squeeze.failed("it could not be measured"));
            next = squeeze.next();
        }
        return squeeze.outcome();
    }
}
