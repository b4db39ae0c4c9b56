// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.stats.Percentiles;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Records a run's measurements of the machine itself, between its forks.
 *
 * @param clock granularity and cost of the clock
 * @param cpuMegahertz the clock rate of the fastest processor when the run begins; empty if the system does not report
 *     it
 * @param rounds repeated measurements of the same work, in order
 */
public record Calibration(ClockCheck clock, Optional<Double> cpuMegahertz, List<CalibrationRound> rounds) {

    public Calibration {
        cpuMegahertz.ifPresent(rate -> RecordNumbers.above0(rate, "cpuMegahertz"));
        rounds = List.copyOf(rounds);
    }

    /** Returns the drift of the processor; empty with fewer than two rounds. */
    public Optional<Drift> cpu() {
        return drift(CalibrationRound::cpuSeconds);
    }

    /** Returns the drift of the memory; empty with fewer than two rounds. */
    public Optional<Drift> memory() {
        return drift(CalibrationRound::memorySeconds);
    }

    /** Returns the last round that began no later than the given instant; empty if all began later. */
    public Optional<CalibrationRound> roundBefore(Instant instant) {
        return rounds.stream()
                .takeWhile(round -> !round.time().isAfter(instant))
                .reduce((earlier, later) -> later);
    }

    /** Returns a copy of this calibration with the given rounds. */
    public Calibration withRounds(List<CalibrationRound> others) {
        return new Calibration(clock, cpuMegahertz, others);
    }

    /** Returns the median time of the fixed CPU task in seconds; empty if no round has such a time. */
    public OptionalDouble usualCpuSeconds() {
        double[] seconds = rounds.stream()
                .mapToDouble(CalibrationRound::cpuSeconds)
                .filter(time -> time > 0)
                .toArray();
        return seconds.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Percentiles.of(seconds).at(50));
    }

    private Optional<Drift> drift(ToDoubleFunction<CalibrationRound> part) {
        return Drift.of(rounds.stream().mapToDouble(part).toArray());
    }

    /**
     * Records one round of the calibration.
     *
     * @param time when it began, UTC
     * @param cpuSeconds the time of the fixed CPU task, in seconds; the shortest of several repetitions
     * @param memorySeconds the time of the fixed memory task, in seconds; the shortest of several repetitions
     */
    public record CalibrationRound(Instant time, double cpuSeconds, double memorySeconds) {

        public CalibrationRound {
            RecordNumbers.amount(cpuSeconds, "cpuSeconds");
            RecordNumbers.amount(memorySeconds, "memorySeconds");
        }
    }

    /**
     * Describes how much the time of the same work varied during a run.
     *
     * <p>Both ends are relative to the median, because only changes of the machine's speed matter, and the first value
     * may be an outlier.
     *
     * @param low the shortest time relative to the median, -0.02 for 2 % less; at most 0
     * @param high the longest time relative to the median, 0.02 for 2 % more; at least 0
     */
    public record Drift(double low, double high) {

        /**
         * A larger drift causes a warning.
         *
         * <p>This is ten times the default band within which a verdict calls two cases the same: if a tenth of the
         * drift affects only one of two cases, a verdict on the two no longer reflects the code.
         */
        public static final double WORTH_A_WARNING = 0.10;

        /**
         * Returns the drift of the given times in seconds, in any order; empty if there are fewer than two or their median is not above 0.
         */
        public static Optional<Drift> of(double[] seconds) {
            if (seconds.length < 2) {
                return Optional.empty();
            }
            double median = Percentiles.of(seconds).at(50);
            if (!(median > 0)) {
                return Optional.empty();
            }
            double least = Arrays.stream(seconds).min().orElseThrow();
            double most = Arrays.stream(seconds).max().orElseThrow();
            return Optional.of(new Drift(least / median - 1, most / median - 1));
        }

        /** Returns whether either end is further from the median than {@link #WORTH_A_WARNING}. */
        public boolean isWorthAWarning() {
            return Math.max(-low, high) > WORTH_A_WARNING;
        }
    }

    /**
     * Describes the resolution and the cost of JMH's clock, {@link System#nanoTime}.
     *
     * <p>The time of a single call, which JMH measures in the modes {@code sample} and {@code ss}, includes one reading of the clock and
     * has an error of up to one step of the clock. For throughput and average time, the clock is read once per iteration, so its resolution
     * does not matter.
     *
     * @param granularityNanos the smallest difference between two readings, in nanoseconds, above 0
     * @param latencyNanos the time of one reading, in nanoseconds; the shortest of several rounds
     */
    public record ClockCheck(double granularityNanos, double latencyNanos) {

        public ClockCheck {
            RecordNumbers.above0(granularityNanos, "granularityNanos");
            RecordNumbers.amount(latencyNanos, "latencyNanos");
        }

        /** An operation that takes this many steps of the clock is measured with an error of about 10 %. */
        private static final double STEPS = 10;

        /** Returns the minimum duration, in nanoseconds, of an operation for which single calls can be timed. */
        public double shortestOperationNanos() {
            return STEPS * Math.max(granularityNanos, latencyNanos);
        }
    }
}
