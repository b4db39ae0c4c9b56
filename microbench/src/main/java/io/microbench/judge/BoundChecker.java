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

/** Checks the cases of a run against their bounds, each as soon as it and its reference case are finished. */
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
     * @return verdicts on the bounds of the case, and on ratios of earlier cases to it; empty for a case without a
     *     result
     */
    public List<BoundVerdict> finished(CaseResult result, RunRecord run) {
        List<BoundVerdict> verdicts = new ArrayList<>();
        finished.put(result.id(), result);
        // Its own bounds first, then the ratios of earlier cases to it.
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

    /** Returns a line with the number of undecided bounds; empty if all bounds are decided; called at the end. */
    public Optional<String> summary() {
        int unchecked = unchecked().size();
        return undecided + unchecked == 0
                ? Optional.empty()
                : Optional.of((undecided + unchecked) + " of " + Counted.of(judged + unchecked, "bound")
                        + " could not be checked, and no test fails because of that. The reasons are printed above.");
    }

    /**
     * Returns the verdict on a bound that can be checked now that the latest case has finished: its own bound, or a ratio with
     * this case as the reference.
     */
    private Optional<BoundVerdict> verdict(Bound bound, CaseResult result, CaseResult latest, RunRecord run) {
        boolean own = result.id().equals(latest.id());
        if (!(bound instanceof Bound.Ratio ratio)) {
            return own ? judge.judge(bound, result) : Optional.empty();
        }
        return Optional.ofNullable(finished.get(Bounds.reference(result.id(), ratio)))
                .filter(reference -> own || reference.id().equals(latest.id()))
                .flatMap(reference -> judge.judge(ratio, result, reference, run));
    }

    /**
     * Returns the bounds that were not checked because the reference case has not run or has failed; called at the end.
     */
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

    /** Describes whether a case is within a bound. */
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
     * Checks finished cases against their bounds.
     *
     * <p>As with verdicts, the evidence is one value per fork. A bound is breached only if the whole interval is outside
     * it, at a confidence high enough for the level to hold for all cases together. Bytes that are the same in all forks
     * are compared exactly.
     */
    record BoundJudge(JudgeSettings settings) {

        Optional<BoundVerdict> judge(Bound bound, CaseResult result) {
            if (!bound.concerns(result.plan().mode())
                    || !ForkValues.absence(result).isEmpty()) {
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
