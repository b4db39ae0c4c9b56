// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stopping.StopRule.Point;
import io.microbench.stopping.Training.WindowMedians;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TrainingTest {

    private static WindowMedians full(MadeSeries series) {
        return new WindowMedians(Arrays.asList(series.points()), 50, 50);
    }

    private static Training of(MadeSeries... forks) {
        return Training.of(Arrays.stream(forks).map(TrainingTest::full).toList());
    }

    @Test
    void choosesShortestWindowForImmediatelySteadyForks() {
        Training training = of(
                MadeSeries.constant(100).noise(1, 0.003),
                MadeSeries.constant(100).noise(2, 0.003),
                MadeSeries.constant(100).noise(3, 0.003));

        assertThat(training.from()).isLessThan(1);
        assertThat(training.to()).isCloseTo(3, within(0.001));
        assertThat(training.spread()).isLessThan(0.002);
        assertThat(training.forks()).isEqualTo(3);
    }

    @Test
    void startsWindowAfterDropOfEveryFork() {
        MadeSeries dropping = MadeSeries.constant(100).dropAt(12, 0.2);
        Training training = of(dropping.noise(1, 0.003), dropping.noise(2, 0.003));

        // The median of a window is correct if the middle of the window is after the drop.
        assertThat((training.from() + training.to()) / 2).isBetween(11.9, 20.0);
    }

    @Test
    void usesMeasurementAsWindowIfNothingShorterSuffices() {
        MadeSeries late = MadeSeries.constant(100).dropAt(72, 0.2);
        Training training = of(late, late);

        assertThat((training.from() + training.to()) / 2).isGreaterThanOrEqualTo(70);
    }

    @Test
    void toleratesOneDifferentForkOfFive() {
        MadeSeries steady = MadeSeries.constant(100);
        Training training =
                of(steady, steady, steady, steady, MadeSeries.constant(100).dropAt(20, 0.08));

        assertThat(training.to()).isLessThan(4);
    }

    @Test
    void takesSlowStartOfMedianFork() {
        MadeSeries dropping = MadeSeries.constant(100).dropAt(12, 0.2);
        Training training = of(dropping, dropping, MadeSeries.constant(100));

        double slow = Math.min(1, 12 / training.from()) * Math.log1p(0.2);
        assertThat(training.slowStart().orElseThrow()).isCloseTo(slow, within(0.01));
    }

    @Test
    void isIndependentOfUnit() {
        List<List<Point>> nights = new ArrayList<>();
        for (double factor : new double[] {1, 1.0 / 1024, 4096}) {
            nights.add(Arrays.stream(
                            MadeSeries.constant(100).ramp(3, 0.5).noise(1, 0.01).points())
                    .map(point -> new Point(point.value() * factor, point.seconds(), point.compiling()))
                    .toList());
        }

        List<Training> trainings = nights.stream()
                .map(fork -> Training.of(List.of(new WindowMedians(fork, 50, 50), new WindowMedians(fork, 50, 50))))
                .toList();

        assertThat(trainings).containsOnly(trainings.get(0));
    }

    @Test
    void derivesNumberOfForksFromSpread() {
        Training calm = new Training(1, 3, 0.01, 5, OptionalDouble.empty());
        Training wide = new Training(1, 3, 0.2, 5, OptionalDouble.empty());

        assertThat(calm.forksFor(0.03)).isEqualTo(2);
        assertThat(new Training(1, 3, 0.035, 5, OptionalDouble.empty()).forksFor(0.03))
                .isEqualTo(2);
        assertThat(new Training(1, 3, 0.045, 5, OptionalDouble.empty()).forksFor(0.03))
                .isEqualTo(4);
        assertThat(wide.forksFor(0.03)).isEqualTo(5);
    }

    @Test
    void rejectsInvalidTrainings() {
        assertThatThrownBy(() -> of(MadeSeries.constant(100)))
                .hasMessage("Training data requires at least 2 full forks, but there are 1");
        assertThatThrownBy(() -> new WindowMedians(List.of(), 50, 50)).hasMessage("A full fork has no quiet iteration");
        assertThatThrownBy(() -> new Training(3, 3, 0, 2, OptionalDouble.empty()))
                .hasMessage("Rule training: to is 3; expected a number above 3");
    }
}
