// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.fork.EmptyCall;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Finds cases whose calls take no longer than the empty calls measured in the same forks.
 *
 * <p>Each measured iteration is divided by the time of an empty call in its fork ({@link EmptyCall}), both without the time
 * for which the thread waited for a processor. A warning requires that the interval of that ratio includes {@link #SAME} or
 * less, and that the ratio itself is below {@link #MOST}, as an interval that is wide because iterations differ proves
 * nothing. The reference has a single thread and no black hole. With several threads, or if a black hole is a call, a case
 * without work takes longer and is not found; a case with work never gets the warning.
 */
final class NothingDone {

    /** The ratio up to which a call counts as empty: the code layout of the two loops may differ. */
    static final double SAME = 1.25;

    /** The ratio above which a call is never empty, whatever the interval. */
    static final double MOST = 1.5;

    private NothingDone() {}

    /** Returns the warning about a case; empty if its calls take longer than empty ones, or the time of empty ones is unknown. */
    static Optional<Guard> of(CaseResult result) {
        List<double[]> forks = new ArrayList<>();
        List<Double> references = new ArrayList<>();
        for (ForkResult fork : result.forks()) {
            double nothing = reference(fork);
            double[] ratios = nothing > 0 ? ratios(result, fork, nothing) : new double[0];
            if (ratios.length > 0) {
                forks.add(ratios);
                references.add(nothing);
            }
        }
        if (forks.isEmpty()) {
            return Optional.empty();
        }
        double[] values = forks.size() == 1
                ? forks.get(0)
                : forks.stream().mapToDouble(ForkEstimate::forkValue).toArray();
        ForkEstimate estimate = ForkEstimate.of(values);
        double low =
                estimate.interval(Confidence.CALL.level()).map(Interval::low).orElse(estimate.value());
        if (low > SAME || estimate.value() > MOST) {
            return Optional.empty();
        }
        double nothing =
                references.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return Optional.of(new Guard(
                Guard.Kind.TOO_FAST,
                "",
                result.id().text(),
                String.format(
                        Locale.ROOT,
                        "a call takes %.2f ns, which cannot be distinguished from the %.2f ns of an"
                                + " empty call in the same forks: it"
                                + " was probably optimised away. Return its result, and take its"
                                + " inputs from @State fields.",
                        nothing * estimate.value(),
                        nothing)));
    }

    private static double reference(ForkResult fork) {
        try {
            return Double.parseDouble(fork.echo().getOrDefault(EmptyCall.NANOS, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static double[] ratios(CaseResult result, ForkResult fork, double nothing) {
        String unit = result.score().map(score -> score.unit()).orElse("");
        Optional<DoubleUnaryOperator> call = CallTime.of(result, unit);
        if (call.isEmpty()) {
            return new double[0];
        }
        double[] scores = fork.measuredScores();
        double[] waiting = fork.measuredSigns(Sign.STARVATION);
        return IntStream.range(0, scores.length)
                .mapToDouble(i -> call.get().applyAsDouble(scores[i]) * running(waiting[i]) / nothing)
                .filter(ratio -> ratio > 0 && Double.isFinite(ratio))
                .toArray();
    }

    /** Returns the share of an iteration's time for which its threads had a processor; 1 if unknown. */
    private static double running(double waiting) {
        return Double.isNaN(waiting) ? 1 : 1 - Math.min(Math.max(waiting, 0), 1);
    }
}
