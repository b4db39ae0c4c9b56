// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.judge.CountedBytes;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * The result of one snippet with one combination of inputs and one number of workers.
 *
 * <p>A sample is a measured iteration: a rate if samples have a duration, or the time of all calls if they have a
 * number of calls. The result is computed from one value per fork ({@link ForkEstimate}).
 *
 * @param name the label, or the snippet itself
 * @param inputs values of the inputs by name
 * @param loop the calls per sample and worker; 0 if samples have a duration
 * @param result all forks, in operations per second, or with {@code loop} in nanoseconds for all calls of a sample
 * @param overhead nanoseconds of an empty call, measured in the same way; empty if not measured
 * @param latency nanoseconds of single calls by percentile in 0..100, ascending; empty if not timed
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record SnippetResult(
        String name,
        Map<String, String> inputs,
        long loop,
        CaseResult result,
        OptionalDouble overhead,
        SortedMap<Double, Double> latency) {

    private static final double NANOS = 1e9;

    public SnippetResult {
        latency = Collections.unmodifiableSortedMap(new TreeMap<>(latency));
    }

    /** Creates a result without overhead and without latencies of single calls. */
    public SnippetResult(String name, Map<String, String> inputs, long loop, CaseResult result) {
        this(name, inputs, loop, result, OptionalDouble.empty(), Collections.emptySortedMap());
    }

    /** Returns the name of its curve: the snippet with its inputs. */
    String title() {
        return name + (inputs.isEmpty() ? "" : ", " + Inputs.text(inputs));
    }

    /** Returns the number of workers that ran at the same time. */
    public int workers() {
        return result.id().threads();
    }

    public boolean isMeasured() {
        return samples().length > 0;
    }

    /** Returns all valid samples in the order in which they were taken, see {@link ForkResult#validScores}. */
    public double[] samples() {
        return forks().stream()
                .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                .toArray();
    }

    private List<ForkResult> forks() {
        return result.forks().stream()
                .filter(fork -> fork.validScores().length > 0)
                .toList();
    }

    /** Returns the value of each fork that was measured, in the order in which they ran. */
    double[] forkValues() {
        return forks().stream()
                .mapToDouble(fork -> ForkEstimate.forkValue(fork.validScores()))
                .toArray();
    }

    /** Returns the estimate from all forks; with a single fork, from all samples. */
    private ForkEstimate estimate() {
        double[] values = forkValues();
        return ForkEstimate.of(values.length < 2 ? samples() : values);
    }

    /** Returns the nanoseconds of one call by one worker. */
    public double nanos() {
        return nanos(estimate().value());
    }

    /**
     * Returns the bytes that one call allocates, as the mean of the forks; empty without an allocation profiler, if
     * samples have a number of calls, or if calls have hooks, which may allocate, too.
     */
    public OptionalDouble allocation() {
        return counted().map(bytes -> OptionalDouble.of(bytes.perOperation())).orElse(OptionalDouble.empty());
    }

    /** Returns the bytes that one call allocates, and how many of them JMH may have allocated. */
    Optional<CountedBytes> counted() {
        return loop > 0 ? Optional.empty() : CountedBytes.of(result);
    }

    /** Returns {@link #nanos} minus the overhead, at least 0; empty if the overhead was not measured. */
    public OptionalDouble net() {
        return overhead.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, nanos() - overhead.getAsDouble()));
    }

    /** Returns the same result with the nanoseconds of an empty call as overhead. */
    public SnippetResult over(double nothing) {
        return new SnippetResult(name, inputs, loop, result, OptionalDouble.of(nothing), latency);
    }

    /** Returns the same result with nanoseconds of single calls by percentile. */
    SnippetResult with(Map<Double, Double> percentiles) {
        return new SnippetResult(name, inputs, loop, result, overhead, new TreeMap<>(percentiles));
    }

    /** Returns the total calls per second of all workers. */
    public double rate() {
        return workers() * NANOS / nanos();
    }

    /** Returns the interval of {@link #nanos}; empty with a single sample. */
    public Optional<Interval> interval() {
        return estimate().interval(Confidence.CALL.level()).map(i -> {
            double low = nanos(i.low());
            double high = nanos(i.high());
            return new Interval(Math.min(low, high), Math.max(low, high), Confidence.CALL.level());
        });
    }

    /** Returns the interval of {@link #rate}; empty with a single sample. */
    public Optional<Interval> rateInterval() {
        return interval()
                .map(nanos -> new Interval(
                        workers() * NANOS / nanos.high(), workers() * NANOS / nanos.low(), Confidence.CALL.level()));
    }

    /** Returns the result as a rung of a curve, with an interval if there are several forks. */
    Rung rung() {
        Optional<Interval> overForks = forks().size() < 2 ? Optional.empty() : rateInterval();
        return new Rung(workers(), rate(), overForks, latency);
    }

    /** Returns half the width of the interval as a share of the value; infinite with a single sample. */
    public double precision() {
        return interval().map(i -> i.halfWidth() / nanos()).orElse(Double.POSITIVE_INFINITY);
    }

    /** Returns the duration of one call in nanoseconds, computed from a sample. */
    public double nanos(double sample) {
        return loop > 0 ? sample / loop : workers() * NANOS / sample;
    }
}
