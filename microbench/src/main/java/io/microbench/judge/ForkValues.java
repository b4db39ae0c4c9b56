// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkEstimate;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The evidence for a verdict on a case: the values of its forks, and the bytes that they allocated. */
final class ForkValues {

    private final CaseResult result;
    private final ScoreUnit unit;
    private final List<ForkResult> forks;
    private final double[] values;

    private ForkValues(CaseResult result, ScoreUnit unit) {
        this.result = result;
        this.unit = unit;
        this.forks = result.forksWithValue();
        this.values = result.forkValues();
    }

    /**
     * Returns the values of a case for which {@link #absence} is empty.
     *
     * @throws JudgeException if the unit does not match the mode; the message names the case
     */
    static ForkValues of(CaseResult result) {
        try {
            String unit = result.score().map(Metric::unit).orElse("");
            return new ForkValues(result, ScoreUnit.of(result.plan().mode(), unit));
        } catch (IllegalArgumentException e) {
            throw new JudgeException(result.id() + ": " + e.getMessage());
        }
    }

    /** Returns why a case cannot be judged; empty if it can. */
    static String absence(CaseResult result) {
        String reason = result.reason().isEmpty() ? "" : " (" + result.reason() + ")";
        return switch (result.status()) {
            case PLANNED -> "was not finished";
            case FAILED -> "failed" + reason;
            case SKIPPED -> "was switched off" + reason;
            case DONE -> result.score().isEmpty() || result.forkValues().length == 0 ? "has no score" : "";
        };
    }

    CaseResult result() {
        return result;
    }

    ScoreUnit unit() {
        return unit;
    }

    List<ForkResult> forks() {
        return forks;
    }

    double[] values() {
        return values.clone();
    }

    /** Returns the values in the order in which the forks were started; empty if two forks were started at the same time. */
    Optional<double[]> inOrderOfTime() {
        long starts = forks.stream().map(ForkResult::start).distinct().count();
        return starts < forks.size()
                ? Optional.empty()
                : Optional.of(forks.stream()
                        .sorted(Comparator.comparing(ForkResult::start))
                        .mapToDouble(fork -> fork.value().orElseThrow())
                        .toArray());
    }

    /**
     * Returns the values in the unit of the other side.
     *
     * @throws JudgeException if the modes differ, or one unit is a rate and the other a time; the message names both
     */
    double[] valuesIn(ForkValues other) {
        Mode mode = result.plan().mode();
        Mode others = other.result.plan().mode();
        if (mode != others) {
            throw new JudgeException(result.id() + ": measured in mode " + mode + " (" + unit + ") and in mode "
                    + others + " (" + other.unit + "), which cannot be compared; measure both in the same mode");
        }
        double factor = unit.factorTo(other.unit);
        double[] converted = values.clone();
        for (int i = 0; i < converted.length; i++) {
            converted[i] *= factor;
        }
        return converted;
    }

    Allocations allocations() {
        List<Metric> bytes =
                forks.stream().flatMap(fork -> allocation(fork).stream()).toList();
        // Allocation is counted per call, even if the score is the time of a unit of work.
        Metric call = result.secondary()
                .getOrDefault(Metric.BODY, new Metric(ForkEstimate.forkValue(values), Double.NaN, unit.symbol()));
        return Allocations.of(
                bytes.size() == forks.size() ? bytes : List.of(),
                result.plan(),
                call.score(),
                ScoreUnit.parse(call.unit()).orElse(unit));
    }

    /** Returns the bytes per operation of a fork; if JMH has too few iterations for an error, the error is the range of the iterations. */
    private static Optional<Metric> allocation(ForkResult fork) {
        Optional<Metric> bytes = Optional.ofNullable(fork.secondary().get(Metric.ALLOCATION))
                .filter(all -> Double.isFinite(all.score()));
        if (bytes.isEmpty() || !Double.isNaN(bytes.get().error())) {
            return bytes;
        }
        DoubleSummaryStatistics each = fork.measured().stream()
                .map(iteration -> iteration.secondary().get(Metric.ALLOCATION))
                .filter(Objects::nonNull)
                .mapToDouble(Metric::score)
                .summaryStatistics();
        return each.getCount() < 2
                ? bytes
                : bytes.map(all -> new Metric(all.score(), each.getMax() - each.getMin(), all.unit()));
    }
}
