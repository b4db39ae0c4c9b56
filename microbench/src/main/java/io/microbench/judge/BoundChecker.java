// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.BoundChecker.BoundVerdict.Outcome;
import io.microbench.judge.Bounds.Bound;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks the bounds of a run's cases, each as soon as its case and, for ratios, the reference case have finished. */
public final class BoundChecker {

    private final Function<CaseId, List<Bound>> bounds;
    private final BoundJudge judge;
    private final Map<CaseId, CaseResult> finished = new HashMap<>();
    private int judged;
    private int undecided;

    public BoundChecker(Function<CaseId, List<Bound>> bounds, JudgeSettings settings) {
        this.bounds = bounds;
        this.judge = new BoundJudge(settings);
    }

    /**
     * Records a finished case.
     *
     * @param run the run so far, with the nodes of the forks
     * @return verdicts on the bounds of the case, and on the ratios of earlier cases to this case; empty for a case without a result
     */
    public List<BoundVerdict> finished(CaseResult result, RunRecord run) {
        List<BoundVerdict> verdicts = new ArrayList<>();
        finished.put(result.id(), result);
        // The bounds of the case itself come before the ratios of earlier cases to it.
        Stream.concat(Stream.of(result), finished.values().stream().filter(earlier -> !earlier.id()
                        .equals(result.id())))
                .forEach(each -> bounds.apply(each.id())
                        .forEach(bound -> verdict(bound, each, result, run).ifPresent(verdicts::add)));
        judged += verdicts.size();
        undecided += (int) verdicts.stream()
                .filter(verdict -> verdict.outcome() == Outcome.UNDECIDED)
                .count();
        return verdicts;
    }

    /** Returns a line with the number of undecided bounds; empty if all are decided. Called at the end of the run. */
    public Optional<String> summary() {
        int unchecked = unchecked().size();
        return undecided + unchecked == 0
                ? Optional.empty()
                : Optional.of((undecided + unchecked) + " of " + Counted.of(judged + unchecked, "bound")
                        + " could not be checked, and no test fails because of that. The reasons are printed above.");
    }

    /** Returns the verdict on a bound if the latest case made it checkable: as the case of the bound, or as the reference of a ratio. */
    private Optional<BoundVerdict> verdict(Bound bound, CaseResult result, CaseResult latest, RunRecord run) {
        boolean own = result.id().equals(latest.id());
        if (!(bound instanceof Bound.Ratio ratio)) {
            return own ? judge.judge(bound, result) : Optional.empty();
        }
        return Optional.ofNullable(finished.get(Bounds.reference(result.id(), ratio)))
                .filter(reference -> own || reference.id().equals(latest.id()))
                .flatMap(reference -> judge.judge(ratio, result, reference, run));
    }

    /** Returns a message for each bound that was not checked because its reference case has no result. Called at the end of the run. */
    public List<String> unchecked() {
        List<String> open = new ArrayList<>();
        finished.keySet().stream()
                .sorted((a, b) -> a.text().compareTo(b.text()))
                .forEach(id -> {
                    for (Bound bound : bounds.apply(id)) {
                        if (bound instanceof Bound.Ratio ratio) {
                            CaseId reference = Bounds.reference(id, ratio);
                            CaseResult other = finished.get(reference);
                            if (other == null || !ForkValues.absence(other).isEmpty()) {
                                open.add(id.text() + ": its bound, " + bound.text() + ", was not checked, because "
                                        + reference.text() + " "
                                        + (other == null ? "has no result" : ForkValues.absence(other)));
                            }
                        }
                    }
                });
        return open;
    }

    /** The result of checking a bound of a case. */
    public record BoundVerdict(CaseId id, Bound bound, Outcome outcome, String message) {

        public enum Outcome {
            /** The whole interval is inside the bound. */
            KEPT,
            /** The whole interval is outside the bound. */
            BREACHED,
            /** The interval is too wide for a decision, or there is no interval. */
            UNDECIDED
        }

        public boolean breached() {
            return outcome == Outcome.BREACHED;
        }
    }

    /**
     * Judges the bounds of finished cases.
     *
     * <p>As for verdicts, the evidence is one value per fork. A bound is breached only if the whole interval is outside it. The confidence
     * of this interval is so high that the level applies to all cases together. Bytes that are the same in all forks are compared exactly.
     */
    record BoundJudge(JudgeSettings settings) {

        Optional<BoundVerdict> judge(Bound bound, CaseResult result) {
            if (!bound.concerns(result.plan().mode())
                    || !ForkValues.absence(result).isEmpty()) {
                return Optional.empty();
            }
            ForkValues forks = ForkValues.of(result);
            if (bound instanceof Bound.Allocation allocation) {
                // A busy machine does not affect the number of bytes.
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

        /** Compares two cases of one class; undecided if they were measured on dissimilar nodes. */
        Optional<BoundVerdict> judge(Bound.Ratio bound, CaseResult result, CaseResult reference, RunRecord run) {
            if (!ForkValues.absence(result).isEmpty()
                    || !ForkValues.absence(reference).isEmpty()) {
                return Optional.empty();
            }
            Optional<String> obstacle = NodeSimilarity.obstacle(run, List.of(result, reference))
                    .or(() -> starved(result))
                    .or(() -> starved(reference));
            if (obstacle.isPresent()) {
                return Optional.of(unknown(bound, result.id(), CasePair.NOT_COMPARED + obstacle.get()));
            }
            ForkValues forks = ForkValues.of(result);
            ForkValues others = ForkValues.of(reference);
            double[] reached = others.valuesIn(forks);
            if (!AnytimeJudge.positive(forks.values()) || !AnytimeJudge.positive(reached)) {
                return Optional.of(unknown(bound, result.id(), CaseVerdict.NO_RATIO));
            }
            // The bound limits a ratio of times, so the reference is the numerator for throughput.
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

        /** Returns the reason, as in a comparison, if the times of a case are not judged because it was mostly starved. */
        private Optional<String> starved(CaseResult result) {
            return settings.forced()
                    ? Optional.empty()
                    : Machines.starved(result.id().text(), result).map(Machines.STARVED::concat);
        }

        private BoundVerdict value(Bound bound, ForkValues forks, double limit, ScoreUnit unit, double[] values) {
            double factor = forks.unit().factorTo(unit);
            ForkEstimate estimate = ForkEstimate.of(values);
            Optional<Interval> interval = estimate.interval(settings.confidence());
            // Compares in the unit of the values, and reports in the unit of the limit.
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
            boolean kept = higherIsBetter
                    ? interval.get().low() >= limit
                    : interval.get().high() <= limit;
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
}
