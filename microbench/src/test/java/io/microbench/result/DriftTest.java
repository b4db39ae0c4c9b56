// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.Calibration.Drift;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftTest {

    @Test
    void comparesWithMedian() {
        Drift drift =
                Drift.of(new double[] {0.010, 0.011, 0.0095, 0.010, 0.0102}).orElseThrow();

        assertThat(drift.low()).isCloseTo(-0.05, within(1e-9));
        assertThat(drift.high()).isCloseTo(0.10, within(1e-9));
    }

    @Test
    void detectsOutlierAsFirstValue() {
        Drift drift = Drift.of(new double[] {0.020, 0.010, 0.010, 0.010}).orElseThrow();

        assertThat(drift.low()).isZero();
        assertThat(drift.high()).isCloseTo(1, within(1e-9));
    }

    @Test
    void needsTwoPositiveValues() {
        assertThat(Drift.of(new double[0])).isEmpty();
        assertThat(Drift.of(new double[] {0.01})).isEmpty();
        assertThat(Drift.of(new double[] {0, 0, 0})).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0.09, false", "-0.09, 0, false", "0, 0.11, true", "-0.11, 0.01, true"})
    void warnsAboveTenPercentInEitherDirection(double low, double high, boolean warned) {
        assertThat(new Drift(low, high).isWorthAWarning()).isEqualTo(warned);
    }

    @Test
    void measuresProcessorAndMemory() {
        Calibration calibration = new Calibration(
                new ClockCheck(20, 20),
                Optional.empty(),
                List.of(
                        new CalibrationRound(Instant.EPOCH, 1, 4),
                        new CalibrationRound(Instant.EPOCH, 1, 2),
                        new CalibrationRound(Instant.EPOCH, 1.5, 4)));

        assertThat(calibration.cpu()).contains(new Drift(0, 0.5));
        assertThat(calibration.memory()).contains(new Drift(-0.5, 0));
    }
}
