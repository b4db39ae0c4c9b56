// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.run.JoinedScore;
import io.microbench.run.NodeScheduler.NodeWork;
import io.microbench.stats.Descriptive;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Collects the results of the forks of one case on both sides, and the verdict.
 *
 * <p>The two forks of a pair have the same number. If a node was lost, a pair may have only one fork, or no fork.
 */
final class PairedForks {

    private final PairedCase paired;
    private final Map<Side, NavigableMap<Integer, ForkReport>> reports = new EnumMap<>(Side.class);
    private Optional<Duration> lastPair = Optional.empty();
    private Optional<CaseVerdict> verdict = Optional.empty();
    private Side beginner = Side.BASELINE;
    private boolean joined;
    private int lastNumber;
    private int hostsEnded;

    PairedForks(PairedCase paired) {
        this.paired = paired;
        for (Side side : Side.values()) {
            reports.put(side, new TreeMap<>());
        }
    }

    PairedCase paired() {
        return paired;
    }

    void add(Side side, ForkReport report) {
        of(side).put(report.fork().number(), report);
    }

    /** Sets the side that begins the first pair; the sides then alternate. */
    void beginWith(Side side) {
        beginner = side;
    }

    /** Returns the first fork of a new pair, with a unique number. */
    PairFork nextPair() {
        return new PairFork(this, ++lastNumber, pairs() % 2 == 0 ? beginner : beginner.other(), false);
    }

    /** Returns whether the case needs further pairs. */
    boolean isOpen(Limits limits) {
        // The scores have no ratio, and further forks would not change that.
        boolean hopeless = verdict.filter(now -> Double.isNaN(now.ratio()) && now.candidateForks() > 0)
                .isPresent();
        if (hopeless || failure().isPresent()) {
            return false;
        }
        boolean settled = verdict.filter(CaseVerdict::settled).isPresent();
        return pairs() < (settled ? limits.leastForks() : limits.mostForks());
    }

    /** Returns the first failure; a case with a failed fork gets no further forks. */
    Optional<Failure> failure() {
        return reports().flatMap(report -> report.fork().failure().stream()).findFirst();
    }

    private Stream<ForkReport> reports() {
        return reports.values().stream().flatMap(forks -> forks.values().stream());
    }

    void judged(AnytimeJudge judge) {
        CaseVerdict now = judge.judge(
                        paired.id(),
                        unit(),
                        paired.higherIsBetter(),
                        values(Side.BASELINE),
                        values(Side.CANDIDATE),
                        logRatios())
                .on(nodes());
        verdict = Optional.of(paired.isControl() ? now.asControl() : now);
    }

    /** Returns the verdict on the pairs so far; empty before the first pair is complete and after a failure. */
    Optional<CaseVerdict> verdict() {
        return failure().isPresent() ? Optional.empty() : verdict;
    }

    /** Returns the width of the interval on a logarithmic scale; infinite without a verdict. */
    double width() {
        return verdict.map(now -> Math.log(now.high() / now.low())).orElse(Double.POSITIVE_INFINITY);
    }

    /** Records that other hosts, which do not have the results so far, run the next forks. */
    void moved() {
        joined = Stream.of(Side.values()).anyMatch(side -> !of(side).isEmpty());
    }

    void forget() {
        reports.values().forEach(Map::clear);
        verdict = Optional.empty();
        joined = false;
    }

    /**
     * Records that a host has ended during a fork of the case; returns whether the maximum number of hosts is reached.
     */
    boolean endsHosts() {
        return ++hostsEnded >= NodeWork.MOST_HOSTS;
    }

    /** Returns the distinct nodes of the forks; empty if all ran on this machine. */
    List<String> nodes() {
        return reports()
                .flatMap(report -> report.fork().node().stream())
                .distinct()
                .toList();
    }

    void took(Duration time) {
        lastPair = Optional.of(time);
    }

    Duration pairCost() {
        return lastPair.orElseGet(paired::cost);
    }

    private NavigableMap<Integer, ForkReport> of(Side side) {
        return Optional.ofNullable(reports.get(side)).orElseThrow();
    }

    /**
     * Returns one value per fork, in the order of the pairs; a pair is omitted on both sides if one of its forks has no
     * value.
     */
    double[] values(Side side) {
        return valid().mapToDouble(pair -> value(side, pair).getAsDouble()).toArray();
    }

    private Stream<Integer> valid() {
        return of(Side.BASELINE).keySet().stream()
                .filter(pair -> value(Side.BASELINE, pair).isPresent()
                        && value(Side.CANDIDATE, pair).isPresent());
    }

    private OptionalDouble value(Side side, int pair) {
        ForkReport report = of(side).get(pair);
        return report == null ? OptionalDouble.empty() : report.fork().value();
    }

    /**
     * Returns the logarithm of candidate / baseline of each pair, in the order of {@link #values}. It is computed by
     * {@link #ofSimultaneous} for forks that ran at the same time, otherwise from the values of the forks.
     */
    double[] logRatios() {
        return valid().mapToDouble(this::logRatio).toArray();
    }

    private double logRatio(int pair) {
        if (!paired.together()) {
            return Math.log(value(Side.CANDIDATE, pair).getAsDouble())
                    - Math.log(value(Side.BASELINE, pair).getAsDouble());
        }
        return ofSimultaneous(scores(Side.BASELINE, pair), scores(Side.CANDIDATE, pair));
    }

    /**
     * Returns the logarithm of candidate / baseline of two forks whose iterations began at the same time. The
     * logarithms of two successive iterations, between which the forks swapped processors, are averaged; the result is
     * the median of these means. A last iteration without a partner is ignored unless it is the only one.
     *
     * @return NaN if no iteration has scores of both forks
     */
    static double ofSimultaneous(double[] before, double[] after) {
        double[] logarithms = IntStream.range(0, Math.min(before.length, after.length))
                .mapToDouble(i -> Math.log(after[i]) - Math.log(before[i]))
                .toArray();
        double[] swapped = logarithms.length == 1
                ? logarithms
                : IntStream.range(0, logarithms.length / 2)
                        .mapToDouble(i -> (logarithms[2 * i] + logarithms[2 * i + 1]) / 2)
                        .toArray();
        double[] finite = Arrays.stream(swapped).filter(Double::isFinite).toArray();
        return finite.length == 0 ? Double.NaN : Descriptive.median(finite);
    }

    private double[] scores(Side side, int pair) {
        return Optional.ofNullable(of(side).get(pair)).orElseThrow().fork().measuredScores();
    }

    /** Returns the number of complete pairs. */
    int pairs() {
        return (int) of(Side.BASELINE).keySet().stream()
                .filter(of(Side.CANDIDATE)::containsKey)
                .count();
    }

    String unit() {
        return of(Side.CANDIDATE).values().stream()
                .flatMap(report -> report.score().stream())
                .map(Metric::unit)
                .findFirst()
                .orElse("");
    }

    CaseResult result(Side side) {
        List<ForkReport> all = List.copyOf(of(side).values());
        CaseResult planned = CaseResult.planned(paired.id(), paired.plan(side));
        if (all.isEmpty()) {
            return failure().isPresent()
                    ? planned.skipped("A fork of the " + side.other().label() + " failed.")
                    : planned;
        }
        List<ForkResult> forks = all.stream().map(ForkReport::fork).toList();
        ForkReport last = all.get(all.size() - 1);
        Optional<Failure> failure = last.fork().failure();
        return new CaseResult(
                paired.id(),
                paired.plan(side),
                failure.isPresent() ? CaseResult.Status.FAILED : CaseResult.Status.DONE,
                failure.map(Failure::message).orElse(""),
                failure.isPresent() ? Optional.empty() : score(forks, last).score(),
                failure.isPresent() ? Map.of() : score(forks, last).secondary(),
                forks);
    }

    /** Returns the score of all forks; a host only computes the score of the forks it has run itself. */
    private ForkReport score(List<ForkResult> forks, ForkReport last) {
        if (!joined || last.score().isEmpty()) {
            return last;
        }
        JoinedScore all = JoinedScore.of(forks, last.score().get().unit());
        return new ForkReport(last.fork(), Optional.of(all.primary()), all.secondary());
    }
}
