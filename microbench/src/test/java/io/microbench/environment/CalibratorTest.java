// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.environment.Calibrator.CalibrationWork;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibratorTest {

    private static final long MILLI = 1_000_000;

    private final AtomicLong now = new AtomicLong();

    /** Each round takes 30 ms. */
    private final Calibrator calibrator = new Calibrator(
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
            now::get,
            () -> now.addAndGet(10 * MILLI) / 1e9,
            () -> now.addAndGet(20 * MILLI) / 1e9,
            new ClockCheck(20, 25),
            Optional.of(3000.0));

    @Test
    void runsFirstRoundBeforeFirstFork() {
        Calibration first = calibrator.betweenForks().orElseThrow();

        assertThat(first.rounds()).containsExactly(new CalibrationRound(Instant.EPOCH, 0.010, 0.030));
        assertThat(first.clock()).isEqualTo(new ClockCheck(20, 25));
        assertThat(first.cpuMegahertz()).contains(3000.0);
        assertThat(first.cpu()).isEmpty();
    }

    @Test
    void spacesRoundsToOnePercentOfTime() {
        calibrator.betweenForks();

        now.set(2999 * MILLI);
        assertThat(calibrator.betweenForks()).isEmpty();
        now.set(3000 * MILLI);
        assertThat(calibrator.betweenForks().orElseThrow().rounds()).hasSize(2);
        now.set(5999 * MILLI);
        assertThat(calibrator.betweenForks()).isEmpty();
        now.set(6000 * MILLI);
        assertThat(calibrator.betweenForks().orElseThrow().rounds()).hasSize(3);
    }

    @Test
    void spendsAtMostOnePercentAfterFirstRound() {
        int rounds = 0;
        while (now.get() < 60_000 * MILLI) {
            rounds = calibrator.betweenForks().map(c -> c.rounds().size()).orElse(rounds);
            now.addAndGet(1500 * MILLI);
        }

        assertThat((rounds - 1) * 30.0 / 60_000).isBetween(0.009, 0.01);
    }

    @Test
    void measuresRealWork() {
        CalibrationWork work = new CalibrationWork(System::nanoTime);

        assertThat(work.cpuSeconds()).isPositive();
        assertThat(work.memorySeconds()).isPositive();
    }

    @Test
    void returnsFrequencyOfFastestProcessor(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("cpuinfo");
        Files.writeString(file, "processor\t: 0\ncpu MHz\t\t: 2400.500\nflags : x\n\ncpu MHz\t\t: 3100.000\n");
        assertThat(Calibrator.megahertz(file)).contains(3100.0);

        Files.writeString(file, "cpu MHz\t\t: unknown\ncpu MHz : 0.000\n");
        assertThat(Calibrator.megahertz(file)).isEmpty();
        assertThat(Calibrator.megahertz(folder.resolve("none"))).isEmpty();
    }
}
