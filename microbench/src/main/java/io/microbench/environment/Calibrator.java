// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Measures between forks whether the machine is still as fast as it was.
 *
 * <p>The first round precedes the first fork. A later one is due when all rounds have taken less than a hundredth of the time since
 * then; so apart from the first, a run spends at most 1 % of its time on them.
 */
public final class Calibrator {

    private static final long SHARE = 100;

    private final Clock clock;
    private final LongSupplier nanos;
    private final DoubleSupplier cpu;
    private final DoubleSupplier memory;
    private final ClockCheck check;
    private final Optional<Double> megahertz;
    private final List<CalibrationRound> rounds = new ArrayList<>();
    private long begun;
    private long spent;

    Calibrator(
            Clock clock,
            LongSupplier nanos,
            DoubleSupplier cpu,
            DoubleSupplier memory,
            ClockCheck check,
            Optional<Double> megahertz) {
        this.clock = clock;
        this.nanos = nanos;
        this.cpu = cpu;
        this.memory = memory;
        this.check = check;
        this.megahertz = megahertz;
    }

    /** Returns a calibrator for this machine. */
    public static Calibrator ofThisMachine(Clock clock) {
        CalibrationWork work = new CalibrationWork(System::nanoTime);
        return new Calibrator(
                clock,
                System::nanoTime,
                work::cpuSeconds,
                work::memorySeconds,
                ClockProbe.measure(),
                megahertz(Path.of("/proc/cpuinfo")));
    }

    /** Runs a round if one is due, and returns the calibration so far; called while no fork runs. */
    public Optional<Calibration> betweenForks() {
        long now = nanos.getAsLong();
        if (rounds.isEmpty()) {
            begun = now;
        } else if (now - begun < SHARE * spent) {
            return Optional.empty();
        }
        rounds.add(new CalibrationRound(
                clock.instant().truncatedTo(ChronoUnit.MILLIS), cpu.getAsDouble(), memory.getAsDouble()));
        spent += nanos.getAsLong() - now;
        return Optional.of(new Calibration(check, megahertz, rounds));
    }

    /** Returns the highest clock rate of a processor in the file; empty if there is none. */
    static Optional<Double> megahertz(Path cpuinfo) {
        try (Stream<String> lines = Files.lines(cpuinfo)) {
            OptionalDouble fastest = lines.filter(line -> line.matches("cpu MHz\\s*:\\s*[0-9]+(\\.[0-9]+)?\\s*"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
                    .filter(rate -> rate > 0)
                    .max();
            return fastest.isPresent() ? Optional.of(fastest.getAsDouble()) : Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
