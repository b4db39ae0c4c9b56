// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
class SequentialOrderTest {

    private static final int ALL = 3;
    private static final int TRIALS = 40_000;

    private static final SequentialOrder PAIR = SequentialOrder.among(2);

    /** The result of a run: the number of forks of each row, and whether the two rows were distinguished. */
    private record Course(int forks, boolean clear) {

        static Course of(double[] one, double[] other) {
            int forks = PAIR.isClearEarly(one, other) ? SequentialOrder.FIRST_LOOK : ALL;
            return new Course(forks, isClear(Arrays.copyOf(one, forks), Arrays.copyOf(other, forks)));
        }
    }

    private static boolean isClear(double[] one, double[] other) {
        return PAIR.isClear(one, other, List.of());
    }

    private static Course course(Simulation noise, double ratio) {
        return Course.of(noise.values(ALL, 100), noise.values(ALL, 100 * ratio));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.02, 0.1, 0.5})
    void distinguishesEqualRowsInAtMostOnePercentOfRuns(double spread) {
        Simulation noise = new Simulation(1, spread, 0);

        assertThat(Simulation.share(TRIALS, () -> course(noise, 1).clear())).isLessThanOrEqualTo(SequentialOrder.LEVEL);
    }

    @Test
    void distinguishesNoneOfTenEqualRowsInNinetyNinePercentOfTables() {
        Simulation noise = new Simulation(2, 0.05, 0);
        SequentialOrder ten = SequentialOrder.among(10);

        assertThat(Simulation.share(4000, () -> {
                    double[][] all = IntStream.range(0, 10)
                            .mapToObj(i -> noise.values(ALL, 100))
                            .toArray(double[][]::new);
                    return IntStream.range(0, all.length).anyMatch(i -> IntStream.range(0, i)
                            .anyMatch(j -> ten.isClear(all[i], all[j], others(all, i, j))));
                }))
                .isLessThanOrEqualTo(SequentialOrder.LEVEL);
    }

    private static List<double[]> others(double[][] all, int one, int other) {
        return IntStream.range(0, all.length)
                .filter(i -> i != one && i != other)
                .mapToObj(i -> all[i])
                .toList();
    }

    @Test
    void doesNotRankDisturbedRowAboveItself() {
        Simulation noise = new Simulation(3, 0.3, 0);

        assertThat(Simulation.share(TRIALS, () -> Course.of(noise.skewedValues(ALL, 100), noise.skewedValues(ALL, 100))
                        .clear()))
                .isLessThanOrEqualTo(SequentialOrder.LEVEL);
    }

    @Test
    void needsNoThirdForkForTenfoldDifference() {
        Simulation noise = new Simulation(4, 0.05, 0);

        assertThat(Simulation.share(2000, () -> course(noise, 10).forks() == SequentialOrder.FIRST_LOOK))
                .isGreaterThan(0.97);
    }

    @Test
    void runsFullPlanForTwoPercentDifference() {
        Simulation noise = new Simulation(5, 0.02, 0);

        assertThat(Simulation.share(2000, () -> course(noise, 1.02).forks() == ALL))
                .isEqualTo(1);
    }

    @Test
    void distinguishesMoreWithAllForksThanAtFirstLook() {
        Simulation noise = new Simulation(6, 0.02, 0);

        assertThat(Simulation.share(2000, () -> course(noise, 1.2).clear())).isGreaterThan(0.9);
    }

    @Test
    void doesNotMistakeModesOfOneRowForOrderAfterTwoForks() {
        double[] slowMode = {150, 150.1, 100.2};
        double[] fastMode = {100, 100.1, 150.2};

        assertThat(PAIR.isClearEarly(slowMode, fastMode)).isFalse();
        assertThat(isClear(slowMode, fastMode)).isFalse();
    }

    @Test
    void doesNotMistakeDistantModesForOrderAfterTwoForks() {
        double[] fastMode = {100, 100.1};

        assertThat(PAIR.isClearEarly(fastMode, new double[] {250, 250.1})).isFalse();
        assertThat(PAIR.isClearEarly(fastMode, new double[] {301, 301.1})).isTrue();
    }

    @Test
    void needsThirdForkIfForksOfRowDifferByAFifth() {
        double[] fast = {100, 101};

        assertThat(PAIR.isClearEarly(fast, new double[] {400, 476})).isTrue();
        assertThat(PAIR.isClearEarly(fast, new double[] {400, 484})).isFalse();
        assertThat(PAIR.isClearEarly(new double[] {484, 400}, fast)).isFalse();
        assertThat(PAIR.isClearEarly(fast, new double[] {800, 1800})).isFalse();
        assertThat(PAIR.isClearEarly(fast, new double[] {810, 1800})).isTrue();
    }

    @Test
    void ignoresConstantDifferenceOfOnePercent() {
        double[] one = {100, 100.01, 100.02};

        assertThat(isClear(one, new double[] {101, 101.01, 101.02})).isFalse();
        assertThat(isClear(new double[] {101, 101, 101}, new double[] {100, 100, 100}))
                .isFalse();
        assertThat(isClear(one, new double[] {102, 102.01, 102.02})).isTrue();
    }

    @Test
    void findsNoOrderIfAnotherRowHasBothModes() {
        double[] fastMode = {100, 100.1, 100.2};
        double[] slowMode = {150, 150.1, 150.2};
        double[] both = {100.3, 150.3, 150.4};
        SequentialOrder three = SequentialOrder.among(3);

        assertThat(three.isClear(fastMode, slowMode, List.of(slowMode))).isTrue();
        assertThat(three.isClear(fastMode, slowMode, List.of(both))).isFalse();
    }

    @Test
    void excludesDistantRowFromSpread() {
        double[] one = {100, 100.1, 100.2};
        double[] other = {150, 150.1, 150.2};
        double[] farAway = {1000, 1001, 1900};
        SequentialOrder three = SequentialOrder.among(3);

        assertThat(three.isClearEarly(one, farAway)).isTrue();
        assertThat(three.isClear(one, other, List.of(farAway))).isTrue();
        assertThat(three.isClear(one, other, List.of(new double[] {farAway[2], farAway[0], farAway[1]})))
                .as("in any order of its forks")
                .isTrue();
    }

    @Test
    void estimatesSpreadFromSteadyRowsToo() {
        double[] one = {100, 101, 102};
        double[] other = {106, 107, 108};
        SequentialOrder four = SequentialOrder.among(4);

        assertThat(four.isClear(one, other, List.of())).isFalse();
        assertThat(four.isClear(one, other, List.of(new double[] {110, 111, 112}, new double[] {120, 121, 122})))
                .isTrue();
    }

    @Test
    void doesNotDistinguishNoisyPairBecauseOthersAreSteady() {
        double[] one = {100, 110, 130};
        double[] other = {140, 150, 180};
        double[] steady = {200, 200.1, 200.2};
        SequentialOrder four = SequentialOrder.among(4);

        assertThat(four.isClear(one, other, List.of(steady, steady, steady, steady, steady, steady)))
                .isFalse();
    }

    @Test
    void keepsOrderOfFirstLook() {
        double[] fast = {1, 1.01};
        double[] slow = {10, 10.1};

        assertThat(isClear(fast, slow)).isTrue();
        assertThat(isClear(new double[] {1, 1.01, 20}, slow)).isTrue();
        assertThat(isClear(slow, fast)).isTrue();
    }

    @Test
    void isStricterWithMoreRows() {
        double[] fast = {1, 1.05};
        double[] slow = {4, 4.2};

        assertThat(PAIR.isClearEarly(fast, slow)).isTrue();
        assertThat(SequentialOrder.among(10).isClearEarly(fast, slow)).isFalse();
    }

    @Test
    void needsMoreThanOneFork() {
        assertThat(PAIR.isClearEarly(new double[] {1}, new double[] {100, 100})).isFalse();
        assertThat(isClear(new double[] {1, 1}, new double[] {100})).isFalse();
    }

    @Test
    void distinguishesDifferentValuesWithoutSpread() {
        assertThat(isClear(new double[] {5, 5, 5}, new double[] {5, 5, 5})).isFalse();
        assertThat(isClear(new double[] {5, 5, 5}, new double[] {6, 6, 6})).isTrue();
    }

    @Test
    void rejectsValuesWithoutLogarithm() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> isClear(new double[] {1, 0}, new double[] {1, 2}))
                .withMessageContaining("value 1 is -Infinity");
    }
}
