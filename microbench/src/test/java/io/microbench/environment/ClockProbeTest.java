// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Calibration.ClockCheck;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ClockProbeTest {

    /** A clock of which each reading takes some time, and which shows only whole steps. */
    private static LongSupplier clock(long reading, long step) {
        AtomicLong time = new AtomicLong();
        return () -> time.addAndGet(reading) / step * step;
    }

    @Test
    void aFineClockStepsAsOftenAsItIsRead() {
        ClockCheck check = ClockProbe.measure(clock(25, 1));

        assertThat(check.granularityNanos()).isEqualTo(25);
        assertThat(check.latencyNanos()).isCloseTo(25, org.assertj.core.data.Offset.offset(0.01));
        assertThat(ClockProbe.warnings(check)).isEmpty();
    }

    @Test
    void aCoarseClockIsReadOftenWithinAStep() {
        ClockCheck check = ClockProbe.measure(clock(20, 2_000));

        assertThat(check.granularityNanos()).isEqualTo(2_000);
        assertThat(check.latencyNanos()).isCloseTo(20, org.assertj.core.data.Offset.offset(1.0));
        assertThat(ClockProbe.warnings(check))
                .singleElement()
                .asString()
                .contains("steps by 2000 ns", "below 20000 ns", "fastest clock source is tsc");
    }

    /** Windows long had clocks of a sixtieth of a second. */
    @Test
    void waitsForAStepThatTakesLongerThanAllReadings() {
        assertThat(ClockProbe.measure(clock(20, 16_000_000)).granularityNanos()).isEqualTo(16_000_000);
    }

    @Test
    void aSlowClockIsWorthAWarning() {
        assertThat(ClockProbe.warnings(ClockProbe.measure(clock(500, 1))))
                .singleElement()
                .asString()
                .contains("takes 500 ns to read");
    }

    @Test
    void anOperationNeedsTenSteps() {
        ClockCheck check = new ClockCheck(20, 30);

        assertThat(check.shortestOperationNanos()).isEqualTo(300);
    }

    @Test
    void measuresTheClockOfThisJvm() {
        ClockCheck check = ClockProbe.measure(System::nanoTime);

        assertThat(check.granularityNanos()).isPositive();
        assertThat(check.latencyNanos()).isPositive();
    }
}
