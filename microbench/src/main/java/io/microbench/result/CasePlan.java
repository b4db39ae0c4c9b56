// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Describes how one case is measured, after annotations and settings have been resolved.
 *
 * @param mode JMH's mode
 * @param timeUnit the unit of time of the score, as in {@link java.util.concurrent.TimeUnit}
 * @param threads worker threads, at least 1
 * @param forks number of measured forks; with 0, the case runs inside the host, and its result is never compared
 * @param warmupForks number of forks that run first and are discarded
 * @param warmup warm-up iterations
 * @param measurement measured iterations
 * @param operationsPerInvocation number of operations per call of the method, at least 1
 * @param timeout how long JMH waits for an iteration after its planned time
 * @param gcBetweenIterations whether a garbage collection is forced before each iteration
 * @param jvm the java command of the forks; if empty, that of the host
 * @param jvmArgs all requested JVM arguments, in the order of the command line
 * @param profilers JMH profilers in JMH's notation, {@code gc} or {@code stack:lines=3}
 * @param adaptive the rules that end the measurement based on its results; empty with fixed numbers. If present, the
 *     lengths of iterations apply, but the numbers of forks and iterations do not
 * @param curve how it is plotted by number of threads; empty if not specified
 * @param libraries the libraries named by coordinates for its forks, with their dependencies, in the order of the class
 *     path; may be empty
 */
public record CasePlan(
        Mode mode,
        String timeUnit,
        int threads,
        int forks,
        int warmupForks,
        IterationPlan warmup,
        IterationPlan measurement,
        int operationsPerInvocation,
        Duration timeout,
        boolean gcBetweenIterations,
        Optional<String> jvm,
        List<String> jvmArgs,
        List<String> profilers,
        Optional<AdaptivePlan> adaptive,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<CurvePlan> curve,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<Library>> libraries) {

    public CasePlan {
        RecordNumbers.from(1, threads, "threads");
        RecordNumbers.from(0, forks, "forks");
        RecordNumbers.from(0, warmupForks, "warmupForks");
        RecordNumbers.from(1, operationsPerInvocation, "operationsPerInvocation");
        jvmArgs = List.copyOf(jvmArgs);
        profilers = List.copyOf(profilers);
        libraries = libraries.filter(named -> !named.isEmpty()).map(List::copyOf);
    }

    public CasePlan withJvmArgs(List<String> arguments) {
        return toBuilder().jvmArgs(arguments).build();
    }

    /** Returns this plan with a curve plan; unchanged if nothing is specified in it. */
    public CasePlan withCurve(CurvePlan plan) {
        return plan.chart().isEmpty() && plan.rates().isEmpty()
                ? this
                : toBuilder().curve(Optional.of(plan)).build();
    }

    public CasePlan withProfilers(List<String> others) {
        return toBuilder().profilers(others).build();
    }

    /** Returns a copy of this plan for adaptive measurement in iterations of the given length. */
    public CasePlan withAdaptive(AdaptivePlan plan, Duration iteration) {
        return toBuilder()
                .forks(plan.largestForks())
                .warmupForks(0)
                .warmup(new IterationPlan(0, iteration, warmup.batchSize()))
                .measurement(new IterationPlan(1, iteration, measurement.batchSize()))
                .adaptive(Optional.of(plan))
                .build();
    }

    /** Returns whether the case runs inside the host's JVM. Such results are never compared. */
    public boolean inProcess() {
        return forks == 0;
    }

    /**
     * Returns a builder with one thread, one fork, one warm-up and one measured iteration of a second each, scores in nanoseconds, and
     * JMH's time-out of ten minutes.
     */
    public static Builder builder(Mode mode) {
        IterationPlan second = new IterationPlan(1, Duration.ofSeconds(1), 1);
        CasePlan usual = new CasePlan(
                mode,
                "NANOSECONDS",
                1,
                1,
                0,
                second,
                second,
                1,
                Duration.ofMinutes(10),
                false,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return usual.toBuilder();
    }

    /** Returns a builder with the values of this plan. */
    public Builder toBuilder() {
        return RecordBuilder.of(Builder.class, this);
    }

    /** Builds a plan. */
    public interface Builder {
        Builder timeUnit(String value);

        Builder threads(int value);

        Builder forks(int value);

        Builder warmupForks(int value);

        Builder warmup(IterationPlan value);

        Builder measurement(IterationPlan value);

        Builder operationsPerInvocation(int value);

        Builder timeout(Duration value);

        Builder gcBetweenIterations(boolean value);

        Builder jvm(Optional<String> value);

        Builder jvmArgs(List<String> value);

        Builder profilers(List<String> value);

        Builder adaptive(Optional<AdaptivePlan> value);

        Builder curve(Optional<CurvePlan> value);

        Builder libraries(Optional<List<Library>> value);

        CasePlan build();
    }

    /**
     * Describes how the cases of a ladder are plotted against the number of threads.
     *
     * @param chart title of the chart, which curves with the same title share; if empty, the curve is on the chart of its class
     * @param rates labels of secondary results in operations per second of all threads. The rate of a case is the first of these results
     *     that it has, otherwise its score
     */
    public record CurvePlan(Optional<String> chart, List<String> rates) {

        public CurvePlan {
            rates = List.copyOf(rates);
        }
    }

    /**
     * A library on the class path of a case's forks.
     *
     * @param name its identifier, usually its coordinates with the version: {@code com.acme:codec:1.0}
     * @param sha256 digest of its file in hexadecimal, 64 characters long
     */
    public record Library(String name, String sha256) {}

    /**
     * Describes the number and length of a fork's warm-up or measured iterations.
     *
     * @param count number of iterations, at least 0
     * @param time length of one iteration; zero in single-shot mode, where an iteration is one batch
     * @param batchSize invocations per operation, at least 1
     */
    public record IterationPlan(int count, Duration time, int batchSize) {

        public IterationPlan {
            RecordNumbers.from(0, count, "count");
            RecordNumbers.from(1, batchSize, "batchSize");
        }

        /** Returns the total time of all iterations. */
        public Duration total() {
            return time.multipliedBy(count);
        }
    }

    /**
     * Describes how long a case is measured if this depends on its results instead of fixed numbers.
     *
     * @param precision forks are added until the half-width of the 95 % interval over forks, as a share of the value,
     *     is at most this; empty if only the time ends the measurement
     * @param smallestForks minimum number of forks, unless the time is up; at least 2
     * @param largestForks maximum number of forks, regardless of the interval
     * @param rule name of the rule that ends each fork
     * @param starvation the maximum share of an iteration's time, in 0..1, for which its threads may wait for a
     *     processor; otherwise the iteration is starved and excluded
     * @param training id of the training run on which the plan is based; empty without training
     */
    public record AdaptivePlan(
            Optional<Double> precision,
            int smallestForks,
            int largestForks,
            String rule,
            double starvation,

            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> training) {

        public AdaptivePlan {
            precision.ifPresent(share -> RecordNumbers.above0(share, "precision"));
            RecordNumbers.share(starvation, "starvation");
            if (smallestForks < 2 || largestForks < smallestForks) {
                throw new IllegalArgumentException("minForks = " + smallestForks + ", maxForks = " + largestForks
                        + "; minForks must be at least 2, and maxForks at least minForks");
            }
        }

        /** Creates a plan without training data. */
        public AdaptivePlan(
                Optional<Double> precision, int smallestForks, int largestForks, String rule, double starvation) {
            this(precision, smallestForks, largestForks, rule, starvation, Optional.empty());
        }

        /** Returns a copy of this plan with another rule. */
        public AdaptivePlan withRule(String other) {
            return new AdaptivePlan(precision, smallestForks, largestForks, other, starvation, training);
        }
    }
}
