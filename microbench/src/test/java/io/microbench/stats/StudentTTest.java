// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.Power.NoncentralT;
import org.apache.commons.math3.special.Erf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    /** scipy.stats.t.ppf(0.5 + confidence / 2, degrees). */
    @ParameterizedTest
    @CsvSource({
        "1,    0.99,  63.65674116287399",
        "2.7,  0.95,  3.392148383176445",
        "4,    0.999, 8.610301581379899",
        "8.43, 0.9,   1.8473256868227328",
        "9,    0.99,  3.2498355415921254",
        "2999, 0.999, 3.293773964065885"
    })
    void agreesWithQuantilesOfSciPy(double degrees, double confidence, double expected) {
        double t = StudentT.central(degrees, confidence);

        assertThat(t).isCloseTo(expected, within(1e-8 * expected));
        assertThat(StudentT.beyond(degrees, t)).isCloseTo(1 - confidence, within(1e-9));
        assertThat(StudentT.beyond(degrees, -t)).isCloseTo(1 - confidence, within(1e-9));
        assertThat(StudentT.above(degrees, t)).isCloseTo((1 - confidence) / 2, within(1e-9));
        assertThat(StudentT.exceededWith(degrees, (1 - confidence) / 2)).isEqualTo(t);
    }

    /** scipy.stats.nct.sf(t, degrees, shift) and .cdf, checked by quad over scipy.stats.chi.pdf. */
    @ParameterizedTest
    @CsvSource({
        "1,    0.5,  2,     0.2515144157607099, 0.7484855842392901",
        "1,    3,    12.7,  0.18619678199239592, 0.813803218007604",
        "1.5,  2,    4.3,   0.26957582737207136, 0.7304241726279286",
        "4,    3,    2.776, 0.6193777298921483, 0.3806222701078517",
        "8,    4.5,  3.355, 0.8322971179148319, 0.16770288208516818",
        "17.3, 1.2, -2.1,   0.9990041604681944, 0.0009958395318056127",
        "98,   3.9,  2.6,   0.9005454395700233, 0.09945456042997668",
        "2000, 3.86, 2.576, 0.900299151197404, 0.09970084880259598"
    })
    void agreesWithNoncentralTailsOfSciPy(double degrees, double shift, double t, double above, double below) {
        NoncentralT noncentral = new NoncentralT(degrees, shift);

        assertThat(noncentral.above(t)).isCloseTo(above, within(1e-7));
        assertThat(noncentral.below(t)).isCloseTo(below, within(1e-7));
    }

    @ParameterizedTest
    @CsvSource({"1, 12.7", "3, -2", "10.5, 0.3", "400, 2.6"})
    void equalsCentralDistributionWithoutShift(double degrees, double t) {
        assertThat(new NoncentralT(degrees, 0).above(t)).isCloseTo(StudentT.above(degrees, t), within(1e-7));
    }

    @Test
    void equalsNormalDistributionOfLibrary() {
        for (double x = -12; x <= 12; x += 0.01) {
            assertThat(NoncentralT.normal(x)).isCloseTo(Erf.erfc(-x / Math.sqrt(2)) / 2, within(1e-15));
        }
    }
}
