/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Collects what the forks of one case delivered on both sides. */
final class CaseForks {

    private final PairedCase paired;
    private final Map<Side, List<ForkReport>> reports = new EnumMap<>(Side.class);
    private Optional<Duration> lastPair = Optional.empty();

    CaseForks(PairedCase paired) {
        this.paired = paired;
    }

    PairedCase paired() {
        return paired;
    }

    void add(Side side, ForkReport report) {
        reports.computeIfAbsent(side, s -> new ArrayList<>()).add(report);
    }

    /** Notes how long a pair took. */
    void took(Duration time) {
        lastPair = Optional.of(time);
    }

    /** Returns the time that the next pair is expected to take. */
    Duration pairCost() {
        return lastPair.orElseGet(paired::cost);
    }

    private List<ForkReport> of(Side side) {
        return reports.getOrDefault(side, List.of());
    }

    /**
     * Returns one value per fork, in the order of the pairs; a pair of which one fork has no value is left out on both
     * sides.
     */
    double[] values(Side side) {
        return IntStream.range(
                        0, Math.min(of(Side.BASELINE).size(), of(Side.CANDIDATE).size()))
                .filter(pair -> value(Side.BASELINE, pair).isPresent()
                        && value(Side.CANDIDATE, pair).isPresent())
                .mapToDouble(pair -> value(side, pair).getAsDouble())
                .toArray();
    }

    private OptionalDouble value(Side side, int pair) {
        return of(side).get(pair).fork().value();
    }

    String unit() {
        return of(Side.CANDIDATE).stream()
                .flatMap(report -> report.score().stream())
                .map(Metric::unit)
                .findFirst()
                .orElse("");
    }

    /** Returns the results of both sides; {@code failed} is whether a fork of either has failed. */
    Map<Side, CaseResult> results(boolean failed) {
        Map<Side, CaseResult> results = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            results.put(side, result(side, failed));
        }
        return results;
    }

    private CaseResult result(Side side, boolean failed) {
        List<ForkReport> all = of(side);
        CaseResult planned = CaseResult.planned(paired.id(), paired.plan(side));
        if (all.isEmpty()) {
            return failed ? planned.skipped("A fork of the " + side.other().label() + " failed.") : planned;
        }
        List<ForkResult> forks = all.stream().map(ForkReport::fork).toList();
        ForkReport last = all.get(all.size() - 1);
        Optional<Failure> failure = last.fork().failure();
        return new CaseResult(
                paired.id(),
                paired.plan(side),
                failure.isPresent() ? CaseResult.Status.FAILED : CaseResult.Status.DONE,
                failure.map(Failure::message).orElse(""),
                failure.isPresent() ? Optional.empty() : last.score(),
                failure.isPresent() ? Map.of() : last.secondary(),
                forks);
    }
}
