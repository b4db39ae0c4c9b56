// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.BoundVerdict.Outcome;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * Checks finished cases against their bounds.
 *
 * <p>As with verdicts, the evidence is one value per fork. A bound is breached only if the whole interval is outside
 * it, at a confidence high enough for the level to hold for all cases together. Bytes that are the same in all forks
 * are compared exactly.
 */
record BoundJudge(JudgeSettings settings) {

    Optional<BoundVerdict> judge(Bound bound, CaseResult result) {
        if (!bound.concerns(result.plan().mode()) || !ForkValues.absence(result).isEmpty()) {
            return Optional.empty();
        }
        ForkValues forks = ForkValues.of(result);
        if (bound instanceof Bound.Allocation allocation) {
            // Bytes are counted, however busy the machine was.
            return Optional.of(allocation(allocation, forks));
        }
        Optional<String> starved = starved(result);
        if (starved.isPresent() && !(bound instanceof Bound.Ratio)) {
            return Optional.of(unknown(bound, result.id(), starved.get()));
        }
        if (bound instanceof Bound.Score score) {
            return Optional.of(value(score, forks, score.limit(), score.unit(), forks.values()));
        }
        if (bound instanceof Bound.Percentile percentile) {
            double[] values = percentiles(forks, percentile.percentile());
            return Optional.of(
                    values.length == 0
                            ? unknown(bound, result.id(), "its record has no such percentile")
                            : value(bound, forks, percentile.limit(), percentile.unit(), values));
        }
        return Optional.empty();
    }

    /** Compares two cases of one class; undecided if they were measured on nodes that differ. */
    Optional<BoundVerdict> judge(Bound.Ratio bound, CaseResult result, CaseResult reference, RunRecord run) {
        if (!ForkValues.absence(result).isEmpty()
                || !ForkValues.absence(reference).isEmpty()) {
            return Optional.empty();
        }
        Optional<String> obstacle = Likeness.obstacle(run, List.of(result, reference))
                .or(() -> starved(result))
                .or(() -> starved(reference));
        if (obstacle.isPresent()) {
            return Optional.of(unknown(bound, result.id(), CasePair.NOT_COMPARED + obstacle.get()));
        }
        ForkValues forks = ForkValues.of(result);
        ForkValues others = ForkValues.of(reference);
        double[] reached = others.valuesIn(forks);
        if (!AnytimeJudge.positive(forks.values()) || !AnytimeJudge.positive(reached)) {
            return Optional.of(unknown(bound, result.id(), AnytimeJudge.NO_RATIO));
        }
        // A ratio of times: for throughput, the reference is the numerator.
        ForkRatio ratio = forks.unit().higherIsBetter()
                ? ForkRatio.of(forks.values(), reached)
                : ForkRatio.of(reached, forks.values());
        Optional<Interval> strict = ratio.interval(strictness());
        Optional<Interval> interval = ratio.interval(settings.confidence());
        return Optional.of(verdict(
                bound,
                result.id(),
                outcome(interval, strict, bound.limit(), false),
                measured(ratio.ratio(), interval, " times", value -> Numbers.plain(value))));
    }

    /** Returns why the times of a case are not judged, as in a comparison; empty if it was not mostly starved. */
    private Optional<String> starved(CaseResult result) {
        return settings.forced()
                ? Optional.empty()
                : Machines.starved(result.id().text(), result).map(Machines.STARVED::concat);
    }

    private BoundVerdict value(Bound bound, ForkValues forks, double limit, ScoreUnit unit, double[] values) {
        double factor = forks.unit().factorTo(unit);
        ForkEstimate estimate = ForkEstimate.of(values);
        Optional<Interval> interval = estimate.interval(settings.confidence());
        // The limit is converted to the unit of the values, the numbers in the message to the unit of the limit.
        Outcome outcome = outcome(interval, estimate.interval(strictness()), limit / factor, unit.higherIsBetter());
        return verdict(
                bound,
                forks.result().id(),
                outcome,
                measured(estimate.value(), interval, " " + unit, value -> Numbers.plain(value * factor)));
    }

    private BoundVerdict allocation(Bound.Allocation bound, ForkValues forks) {
        Allocations allocations = forks.allocations();
        CaseId id = forks.result().id();
        if (allocations.isEmpty()) {
            return unknown(bound, id, "bytes were not counted, as the profiler gc is not available");
        }
        double[] bytes = allocations.bytes();
        double most = bound.limit() + allocations.floor(bound.limit());
        double typical = ForkEstimate.forkValue(bytes);
        if (allocations.exact(bound.limit())) {
            Outcome outcome = typical > most ? Outcome.BREACHED : Outcome.KEPT;
            return verdict(bound, id, outcome, Numbers.plain(typical) + " B/op");
        }
        ForkEstimate estimate = ForkEstimate.of(bytes);
        Optional<Interval> interval = estimate.interval(settings.confidence());
        return verdict(
                bound,
                id,
                outcome(interval, estimate.interval(strictness()), most, false),
                measured(estimate.value(), interval, " B/op", Numbers::plain));
    }

    private static double[] percentiles(ForkValues forks, double percentile) {
        String label = Double.toString(percentile);
        return forks.forks().stream()
                .map(fork -> percentile(fork, label))
                .flatMap(Optional::stream)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static Optional<Double> percentile(ForkResult fork, String label) {
        double[] values = fork.measured().stream()
                .map(i -> i.percentiles().get(label))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(ForkEstimate.forkValue(values));
    }

    private double strictness() {
        return 1 - settings.threshold();
    }

    private static Outcome outcome(
            Optional<Interval> interval, Optional<Interval> strict, double limit, boolean higherIsBetter) {
        if (interval.isEmpty() || strict.isEmpty()) {
            return Outcome.UNDECIDED;
        }
        boolean kept =
                higherIsBetter ? interval.get().low() >= limit : interval.get().high() <= limit;
        boolean breached =
                higherIsBetter ? strict.get().high() < limit : strict.get().low() > limit;
        return kept ? Outcome.KEPT : breached ? Outcome.BREACHED : Outcome.UNDECIDED;
    }

    private String measured(double value, Optional<Interval> interval, String unit, DoubleFunction<String> number) {
        return number.apply(value)
                + unit
                + interval.map(i -> ", interval " + number.apply(i.low()) + " to " + number.apply(i.high()) + " ("
                                + Numbers.level(settings.confidence()) + ")")
                        .orElse(", no interval with one fork");
    }

    private static BoundVerdict unknown(Bound bound, CaseId id, String why) {
        return verdict(bound, id, Outcome.UNDECIDED, why);
    }

    private static BoundVerdict verdict(Bound bound, CaseId id, Outcome outcome, String found) {
        String state =
                switch (outcome) {
                    case KEPT -> " is within its bound, ";
                    case BREACHED -> " breaches its bound, ";
                    case UNDECIDED -> " may breach its bound, ";
                };
        return new BoundVerdict(id, bound, outcome, id.text() + state + bound.text() + ": " + found);
    }
}
