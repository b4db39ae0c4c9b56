// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.process.ProcFolder;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.zip.CRC32;

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

    public static Calibrator ofThisMachine(Clock clock) {
        CalibrationWork work = new CalibrationWork(System::nanoTime);
        return new Calibrator(
                clock,
                System::nanoTime,
                work::cpuSeconds,
                work::memorySeconds,
                ClockProbe.measure(System::nanoTime),
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
        return ProcFolder.text(cpuinfo).stream()
                .flatMap(String::lines)
                .filter(line -> line.matches("cpu MHz\\s*:\\s*[0-9]+(\\.[0-9]+)?\\s*"))
                .map(line -> Double.valueOf(line.substring(line.indexOf(':') + 1)))
                .filter(rate -> rate > 0)
                .max(Comparator.naturalOrder());
    }

    /**
     * Fixed work that is repeated during a run: a checksum that fits into the processor's cache, and a copy that does
     * not.
     *
     * <p>Both spend their time in routines that are machine code from the start, in the interpreter, C1 and C2. So the
     * host needs no warm-up, and no drift is caused by the JIT compiler.
     *
     * <p>The fastest of several repetitions counts. Brief use of the processor by another process does not matter here,
     * and iterations of a fork measure it themselves; a lower clock rate or a busy memory bus affects every repetition.
     *
     * <p>The arrays are not kept between rounds: the host would need that much more memory while a fork runs.
     */
    static final class CalibrationWork {

        private static final int REPETITIONS = 7;
        private static final int CHECKSUMS = 50;

        /**
         * Bytes that fit into the cache of a processor; enough to make the cost of the call, interpreted at first, irrelevant.
         */
        private static final int IN_CACHE = 256 << 10;

        /**
         * Size in bytes of the array whose first half is copied to its second half; larger than the private caches of a
         * processor.
         */
        private static final int BEYOND_CACHE = 4 << 20;

        private static final double NANOS = 1e9;

        private final LongSupplier nanos;
        private final CRC32 checksum = new CRC32();

        CalibrationWork(LongSupplier nanos) {
            this.nanos = nanos;
        }

        double cpuSeconds() {
            byte[] near = new byte[IN_CACHE];
            return least(() -> {
                for (int i = 0; i < CHECKSUMS; i++) {
                    checksum.update(near);
                }
            });
        }

        double memorySeconds() {
            byte[] far = new byte[BEYOND_CACHE];
            return least(() -> System.arraycopy(far, 0, far, BEYOND_CACHE / 2, BEYOND_CACHE / 2));
        }

        private double least(Runnable work) {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < REPETITIONS; i++) {
                long before = nanos.getAsLong();
                work.run();
                least = Math.min(least, nanos.getAsLong() - before);
            }
            return least / NANOS;
        }
    }
}
