// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Calibration.ClockCheck;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ClockProbeTest {

    /** A clock with a given reading time and step. */
    private static LongSupplier clock(long reading, long step) {
        AtomicLong time = new AtomicLong();
        return () -> time.addAndGet(reading) / step * step;
    }

    @Test
    void measuresStepOfFineClock() {
        ClockCheck check = ClockProbe.measure(clock(25, 1));

        assertThat(check.granularityNanos()).isEqualTo(25);
        assertThat(check.latencyNanos()).isCloseTo(25, org.assertj.core.data.Offset.offset(0.01));
        assertThat(ClockProbe.warnings(check)).isEmpty();
    }

    @Test
    void measuresStepOfCoarseClock() {
        ClockCheck check = ClockProbe.measure(clock(20, 2_000));

        assertThat(check.granularityNanos()).isEqualTo(2_000);
        assertThat(check.latencyNanos()).isCloseTo(20, org.assertj.core.data.Offset.offset(1.0));
        assertThat(ClockProbe.warnings(check))
                .singleElement()
                .asString()
                .contains("steps by 2000 ns", "below 20000 ns", "fastest clock source is tsc");
    }

    /** Older versions of Windows had clocks with steps of 1/60 s. */
    @Test
    void waitsForStepLongerThanAllReadings() {
        assertThat(ClockProbe.measure(clock(20, 16_000_000)).granularityNanos()).isEqualTo(16_000_000);
    }

    @Test
    void warnsAboutSlowClock() {
        assertThat(ClockProbe.warnings(ClockProbe.measure(clock(500, 1))))
                .singleElement()
                .asString()
                .contains("takes 500 ns to read");
    }

    @Test
    void requiresTenStepsPerOperation() {
        ClockCheck check = new ClockCheck(20, 30);

        assertThat(check.shortestOperationNanos()).isEqualTo(300);
    }

    @Test
    void measuresClockOfThisJvm() {
        ClockCheck check = ClockProbe.measure(System::nanoTime);

        assertThat(check.granularityNanos()).isPositive();
        assertThat(check.latencyNanos()).isPositive();
    }
}
