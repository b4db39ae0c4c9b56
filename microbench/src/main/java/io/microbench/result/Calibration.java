// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.stats.Percentiles;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

    /** Returns how far the processor drifted; empty below two rounds. */
    public Optional<Drift> cpu() {
        return drift(CalibrationRound::cpuSeconds);
    }

    /** Returns how far the memory drifted; empty below two rounds. */
    public Optional<Drift> memory() {
        return drift(CalibrationRound::memorySeconds);
    }

    /** Returns the last round that began before or at an instant; empty if there is none. */
    public Optional<CalibrationRound> roundBefore(Instant instant) {
        int low = 0;
        int high = rounds.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rounds.get(middle).time().isAfter(instant)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == 0 ? Optional.empty() : Optional.of(rounds.get(low - 1));
    }

    /** Returns the same calibration with other rounds. */
    public Calibration withRounds(List<CalibrationRound> others) {
        return new Calibration(clock, cpuMegahertz, others);
    }

    /** Returns the median time of the processor work in seconds; empty if no round has one. */
    public Optional<Double> usualCpuSeconds() {
        double[] seconds = rounds.stream()
                .mapToDouble(CalibrationRound::cpuSeconds)
                .filter(time -> time > 0)
                .toArray();
        return seconds.length == 0
                ? Optional.empty()
                : Optional.of(Percentiles.of(seconds).at(50));
    }

    private Optional<Drift> drift(ToDoubleFunction<CalibrationRound> part) {
        return Drift.of(rounds.stream().mapToDouble(part).toArray());
    }
}
