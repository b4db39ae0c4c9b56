// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class IterationCodecTest {

    @Test
    void keepsFiveDigitsAcrossThreeOrdersOfMagnitude() {
        Random random = new Random(5);
        double[] values =
                random.doubles(1000, 0, 1).map(x -> 7.5 * Math.pow(1000, x)).toArray();
        IterationCodec codec = IterationCodec.of(values);
        for (double value : values) {
            assertThat(codec.encode(value)).hasSize(3);
            assertThat(codec.decode(codec.encode(value))).isEqualTo(value, within(value * 2e-5));
        }
    }

    @Test
    void keepsBothEndsExactly() {
        IterationCodec codec = IterationCodec.of(new double[] {3, 5, 12});
        assertThat(codec.decode(codec.encode(3))).isEqualTo(3);
        assertThat(codec.decode(codec.encode(12))).isEqualTo(12);
    }

    @Test
    void takesEvenStepsWhereAValueIsNotAboveZero() {
        IterationCodec codec = IterationCodec.of(new double[] {-1, 0, 99});
        assertThat(codec.logarithmic()).isFalse();
        assertThat(codec.decode(codec.encode(0))).isEqualTo(0, within(100 / 262_142.0));
    }

    @Test
    void keepsWhatIsNotANumber() {
        IterationCodec codec = IterationCodec.of(new double[] {1, Double.NaN, 2});
        assertThat(codec.low()).isEqualTo(1);
        assertThat(codec.decode(codec.encode(Double.NaN))).isNaN();
        assertThat(codec.decode(codec.encode(Double.POSITIVE_INFINITY))).isNaN();
    }

    @Test
    void encodesACaseWithoutSpreadOrWithoutValues() {
        IterationCodec same = IterationCodec.of(new double[] {4, 4});
        assertThat(same.decode(same.encode(4))).isEqualTo(4);
        assertThat(IterationCodec.of(new double[0])).isEqualTo(new IterationCodec(false, 0, 0));
    }
}
