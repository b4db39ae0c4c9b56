// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.fork.CountedRate;
import io.microbench.fork.ForkProbe.EmptyCall;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.result.ScoreUnit;
import io.microbench.scaling.Curves.SecondaryRate;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Finds cases whose score contradicts other measurements of the same forks: the time of an empty call, or the number of operations. */
final class CallWarnings {

    /** Calls up to this ratio are considered empty, because the code layout of the two loops may differ. */
    static final double SAME = 1.25;

    /** The ratio above which a call is never considered empty, regardless of the interval. */
    static final double MOST = 1.5;

    /**
     * A score is too high if less than this share of the implied operations was completed; the share is usually about
     * 1.
     */
    static final double LEAST = 0.5;

    private static final double NANOS = 1e9;

    private CallWarnings() {}

    /** Returns the nanoseconds of one call in one thread; empty if the score is not above 0, or the unit is neither a time nor a rate. */
    static Optional<Double> nanos(CaseResult result, String unit, double score) {
        return nanos(result, unit).map(call -> call.applyAsDouble(score)).filter(nanos -> !nanos.isNaN());
    }

    /** Returns the function from a score to the nanoseconds of a call; NaN for a score that is not above 0. */
    private static Optional<DoubleUnaryOperator> nanos(CaseResult result, String unit) {
        CasePlan plan = result.plan();
        return ScoreUnit.parse(unit).map(u -> score -> {
            if (!(score > 0) || !Double.isFinite(score)) {
                return Double.NaN;
            }
            double operation = u.higherIsBetter() ? plan.threads() * u.nanos() / score : u.nanos() * score;
            return operation * plan.operationsPerInvocation() / batch(plan);
        });
    }

    /** Returns the number of calls that JMH times together: the batch size in single-shot mode. */
    static int batch(CasePlan plan) {
        return plan.mode().isSingleShot() ? Math.max(1, plan.measurement().batchSize()) : 1;
    }

    /** Returns a number that a fork passed to the host; 0 if it is unknown. */
    private static double echo(ForkResult fork, String name) {
        try {
            return Double.parseDouble(fork.echo().getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /**
     * Returns the warning about a case that has more threads than processors and a score above its counted rate of operations ({@link
     * CountedRate}); empty if its forks do not report that rate, or if another rate replaces the score ({@link SecondaryRate}).
     *
     * <p>JMH adds the rates of the threads, each over the time from the thread's first operation to its last. If a thread gets a
     * processor only near the end of the iteration, that time is short, and another thread had no processor during it. The sum is a
     * rate that was never reached.
     */
    static Optional<Warning> rate(CaseResult result) {
        if (result.plan().mode().timesCalls() || SecondaryRate.of(result).isPresent()) {
            return Optional.empty();
        }
        double[] shares = result.forksWithValue().stream()
                .mapToDouble(fork -> completed(result, fork))
                .filter(share -> share > 0)
                .toArray();
        double share = shares.length == 0 ? LEAST : Descriptive.median(shares);
        if (share >= LEAST) {
            return Optional.empty();
        }
        return Optional.of(Warning.of(
                result,
                Warning.Kind.RATE,
                "",
                "over whole iterations, its %d threads completed %.0f%% of the operations that this score implies."
                        + " JMH adds the rates of the threads, each over the thread's own time, which is short if a"
                        + " thread gets a processor late. The score is about %.1f times too high, unless it excludes"
                        + " set-up before each call. Use longer iterations.",
                result.plan().threads(),
                100 * share,
                1 / share));
    }

    /** Returns the share of the operations implied by a fork's score that the fork completed; 0 if that is unknown. */
    private static double completed(CaseResult result, ForkResult fork) {
        CasePlan plan = result.plan();
        double perThread = echo(fork, CountedRate.FACT) / plan.threads() / plan.operationsPerInvocation();
        return result.score()
                .flatMap(score -> nanos(result, score.unit(), fork.value().orElse(0)))
                .map(nanos -> perThread * nanos / NANOS)
                .orElse(0.0);
    }

    /**
     * Returns the warning that the calls of a case take no longer than the empty calls measured in its first fork;
     * empty if they take longer, or if the time of an empty call is unknown.
     *
     * <p>Each measured iteration of the fork is divided by the time of an empty call in it ({@link EmptyCall}), both
     * without the time for which the thread waited for a processor. A warning requires that the interval of that ratio
     * includes {@link #SAME} or less (a single iteration, as of snippets, has no interval), and that the ratio itself is
     * at most {@link #MOST}, because an interval widened by differing iterations proves nothing. The reference has a
     * single thread and no black hole. With several threads, or if the black hole is a real call, a case without work
     * takes longer and is not found.
     */
    static Optional<Warning> empty(CaseResult result) {
        for (ForkResult fork : result.forks()) {
            double nothing = echo(fork, EmptyCall.NANOS);
            double[] ratios = nothing > 0 ? ratios(result, fork, nothing) : new double[0];
            if (ratios.length > 0) {
                return empty(result, ForkEstimate.of(ratios), nothing);
            }
        }
        return Optional.empty();
    }

    private static Optional<Warning> empty(CaseResult result, ForkEstimate ratio, double nothing) {
        double low = ratio.interval(Confidence.CALL.level()).map(Interval::low).orElse(0.0);
        if (low > SAME || ratio.value() > MOST) {
            return Optional.empty();
        }
        return Optional.of(Warning.of(
                result,
                Warning.Kind.TOO_FAST,
                "",
                "a call takes %.2f ns, which cannot be distinguished from the %.2f ns of an empty call in the"
                        + " same fork: it was probably optimised away. Return its result, and take its inputs"
                        + " from @State fields.",
                nothing * ratio.value(),
                nothing));
    }

    private static double[] ratios(CaseResult result, ForkResult fork, double nothing) {
        String unit = result.score().map(score -> score.unit()).orElse("");
        double[] scores = fork.measuredScores();
        double[] waiting = fork.measuredSigns(Sign.STARVATION);
        return nanos(result, unit)
                .map(call -> IntStream.range(0, scores.length)
                        .mapToDouble(i -> call.applyAsDouble(scores[i]) * running(waiting[i]) / nothing)
                        .filter(ratio -> ratio > 0 && Double.isFinite(ratio))
                        .toArray())
                .orElseGet(() -> new double[0]);
    }

    private static double running(double waiting) {
        return Double.isNaN(waiting) ? 1 : 1 - Math.min(Math.max(waiting, 0), 1);
    }
}
