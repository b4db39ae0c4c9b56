// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EquivalenceTest {

    private static final Equivalence RULE = new Equivalence(10, 100, 0.02);

    /** Returns a series of ten seconds whose last quarter is slower by the given share. */
    private static Point[] lastQuarter(double share) {
        Point[] points = new Point[100];
        Arrays.fill(points, new Point(1, 0.1, 0));
        Arrays.fill(points, 75, 100, new Point(1 + share, 0.1, 0));
        return points;
    }

    @Test
    void acceptsEqualQuartersAtFirstCheck() {
        assertThat(Watched.of(RULE, MadeSeries.constant(60).points()))
                .isEqualTo(new Watched(new Decision.Done(50), 100));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "0.019, true", "-0.019, true", "0.021, false", "-0.021, false"})
    void acceptsDifferenceUpToMarginWithoutNoise(double share, boolean equal) {
        assertThat(Watched.of(RULE, lastQuarter(share)).steady()).isEqualTo(equal);
    }

    @Test
    void ignoresFirstHalf() {
        Point[] points = lastQuarter(0);
        Arrays.fill(points, 0, 50, new Point(7, 0.1, 0));

        assertThat(Watched.of(RULE, points)).isEqualTo(new Watched(new Decision.Done(50), 100));
    }

    @Test
    void takesLongerForNoisierForks() {
        double calm = 0;
        double noisy = 0;
        for (long seed = 0; seed < 10; seed++) {
            calm += Watched.of(
                            RULE,
                            MadeSeries.constant(150).wander(seed, 0.005, 1).points())
                    .seconds();
            noisy += Watched.of(
                            RULE, MadeSeries.constant(150).wander(seed, 0.05, 1).points())
                    .seconds();
        }

        assertThat(noisy).isGreaterThan(2 * calm);
    }

    @Test
    void acceptsSlowDriftOnlyWithWideMargin() {
        Point[] drift = MadeSeries.constant(150).sawtooth(300, 0.5).points();

        assertThat(Watched.of(new Equivalence(10, 100, 0.2), drift).seconds()).isEqualTo(10);
        assertThat(Watched.of(new Equivalence(10, 100, 0.001), drift).seconds()).isEqualTo(100);
    }

    @Test
    void requiresTwoPointsPerQuarter() {
        Point[] slow = new Point[12];
        Arrays.fill(slow, new Point(1, 4, 0));

        assertThat(Watched.of(RULE, slow).points()).isEqualTo(7);
    }

    @Test
    void usesDefaultsForMissingSettings() {
        assertThat(LaboratoryRules.byName("equivalence")).contains(RULE);
        assertThat(LaboratoryRules.byName("equivalence:longest=40,margin=1%")).contains(new Equivalence(10, 40, 0.01));
        assertThat(RULE.settings()).isEqualTo("shortest=10,longest=100,margin=0.02");
    }
}
