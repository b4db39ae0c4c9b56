// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.Descriptive;
import io.microbench.stats.ForkEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the curves in the results of a run: cases that differ only in their number of threads.
 *
 * <p>In throughput mode a score is the rate of all threads. In the other modes it is the time of an operation on its
 * thread; n threads that do nothing else complete n operations in that time (Little's law).
 *
 * <p>If {@link io.microbench.result.CasePlan.CurvePlan} names secondary results that are rates, these are used instead:
 * for some work, the rate is not a multiple of the score.
 *
 * <p>If a benchmark was measured in several modes, a mode that times single operations adds its percentiles to the
 * curves of the other modes: with {@code thrpt,sample} there is one curve, with the rates of throughput mode.
 */
public final class Curves {

    private static final double NANOS_PER_SECOND = 1e9;

    /** The largest number in the schema of a run record. */
    private static final double LARGEST_RATE = 1e100;

    private Curves() {}

    /**
     * Returns the curves by family, plus the mode if several modes have curves, in the order of their first rungs in
     * the results. Each is named after its method and parameters.
     *
     * @param confidence the confidence of the intervals, such as 0.99
     */
    public static Map<CaseId, Curve> byFamily(Collection<CaseResult> results, double confidence) {
        Map<CaseId, List<CaseResult>> families = new LinkedHashMap<>();
        results.stream().filter(Curves::hasRate).forEach(result -> families.computeIfAbsent(
                        family(result.id()), none -> new ArrayList<>())
                .add(result));
        Map<CaseId, List<Rung>> ladders = new LinkedHashMap<>();
        families.forEach((family, its) -> addLadders(family, its, confidence, ladders));
        ladders.values().removeIf(rungs -> rungs.size() < 2);
        Map<CaseId, Curve> curves = new LinkedHashMap<>();
        ladders.forEach((family, rungs) -> curves.put(family, new Curve(family.displayName(), rungs)));
        return curves;
    }

    /** Returns the family of a case, common to all rungs of a ladder: the case with one thread and without a mode. */
    public static CaseId family(CaseId id) {
        return id.withThreads(1).withMode(Optional.empty());
    }

    /**
     * Returns the rung of one case; empty if it has no score.
     *
     * @param confidence the confidence of the interval, such as 0.99
     */
    public static Optional<Rung> rung(CaseResult result, double confidence) {
        return hasRate(result) ? Optional.of(rung(result, confidence, Latencies.of(result))) : Optional.empty();
    }

    private static boolean hasRate(CaseResult result) {
        return rates(result).length > 0;
    }

    /**
     * Returns the total operations per second of all workers, for each fork. Empty if the result cannot be converted to a rate: the
     * operation took no time, the record has an invalid number, or single calls were timed (workers are idle between them) and no
     * secondary result is a rate.
     */
    private static double[] rates(CaseResult result) {
        double[] rates = SecondaryRate.of(result).map(SecondaryRate::ofForks).orElseGet(() -> ofScores(result));
        return Arrays.stream(rates).allMatch(rate -> rate >= 0 && rate <= LARGEST_RATE) ? rates : new double[0];
    }

    private static double[] ofScores(CaseResult result) {
        Optional<ScoreUnit> known = result.score().flatMap(score -> ScoreUnit.parse(score.unit()));
        if (known.isEmpty() || result.plan().mode().isSingleShot()) {
            return new double[0];
        }
        ScoreUnit unit = known.get();
        int workers = result.id().threads();
        return Arrays.stream(result.forkValues())
                .map(value -> unit.higherIsBetter() ? value / unit.nanos() : workers / (value * unit.nanos()))
                .map(perNano -> perNano * NANOS_PER_SECOND)
                .toArray();
    }

    /** Adds a ladder for each mode; if some modes do not time single operations, only for those modes. */
    private static void addLadders(
            CaseId family, List<CaseResult> results, double confidence, Map<CaseId, List<Rung>> ladders) {
        Map<Integer, SortedMap<Double, Double>> latencies = new TreeMap<>();
        results.stream()
                .filter(result -> result.plan().mode().isSampled())
                .forEach(result -> latencies.put(result.id().threads(), Latencies.of(result)));
        Set<Mode> all = results.stream().map(result -> result.plan().mode()).collect(Collectors.toSet());
        Set<Mode> rates = all.stream().filter(mode -> !mode.isSampled()).collect(Collectors.toSet());
        Set<Mode> modes = rates.isEmpty() ? all : rates;
        for (CaseResult result : results) {
            Mode mode = result.plan().mode();
            if (modes.contains(mode)) {
                CaseId name = modes.size() == 1 ? family : family.withMode(Optional.of(mode.label()));
                SortedMap<Double, Double> own = Latencies.of(result);
                ladders.computeIfAbsent(name, none -> new ArrayList<>())
                        .add(rung(
                                result,
                                confidence,
                                latencies.getOrDefault(result.id().threads(), own)));
            }
        }
    }

    private static Rung rung(CaseResult result, double confidence, SortedMap<Double, Double> latency) {
        ForkEstimate estimate = ForkEstimate.of(rates(result));
        return new Rung(result.id().threads(), estimate.value(), estimate.interval(confidence), latency);
    }

    /**
     * Reads the percentiles of single operations from the results of a case.
     *
     * <p>The percentiles over all forks are secondary results. JMH labels them {@code p0.99} in sample mode (1.37;
     * {@code SampleTimeResult}), and asynchronous work uses {@code async.latency:p0.99}; there an operation is a unit,
     * from its start to its completion on any thread. If sample mode has none over all forks, the median over its
     * iterations is used.
     */
    static final class Latencies {

        private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

        private static final String SAMPLED = "p";
        private static final String ASYNCHRONOUS = "async.latency:p";

        private Latencies() {}

        /** Returns nanoseconds by percentile, 50, 90, 99, 99.9 and 100; empty if single operations were not timed. */
        static SortedMap<Double, Double> of(CaseResult result) {
            if (!result.plan().mode().isSampled()) {
                return read(result, ASYNCHRONOUS);
            }
            SortedMap<Double, Double> sampled = read(result, SAMPLED);
            return sampled.isEmpty() ? overIterations(result) : sampled;
        }

        private static SortedMap<Double, Double> overIterations(CaseResult result) {
            double unit = result.score()
                    .flatMap(score -> ScoreUnit.parse(score.unit()))
                    .map(ScoreUnit::nanos)
                    .orElse(Double.NaN);
            SortedMap<Double, Double> latency = new TreeMap<>();
            for (double percentile : PERCENTILES) {
                double[] values = result.forksWithValue().stream()
                        .flatMap(fork -> fork.measured().stream())
                        .flatMap(iteration ->
                                Optional.ofNullable(iteration.percentiles().get(Double.toString(percentile))).stream())
                        .mapToDouble(value -> value * unit)
                        .filter(Double::isFinite)
                        .toArray();
                if (values.length > 0) {
                    latency.put(percentile, Descriptive.median(values));
                }
            }
            return latency;
        }

        private static SortedMap<Double, Double> read(CaseResult result, String prefix) {
            SortedMap<Double, Double> latency = new TreeMap<>();
            for (double percentile : PERCENTILES) {
                nanos(Optional.ofNullable(result.secondary().get(prefix + quantile(percentile))))
                        .ifPresent(nanos -> latency.put(percentile, nanos));
            }
            return latency;
        }

        /** Returns the quantile in JMH's format, with at least two decimals: 0.50, 0.999, 1.00. */
        private static String quantile(double percentile) {
            return percentile == 99.9 ? "0.999" : String.format(Locale.ROOT, "%.2f", percentile / 100);
        }

        private static Optional<Double> nanos(Optional<Metric> metric) {
            return metric.flatMap(time -> ScoreUnit.parse(time.unit())
                            .filter(unit -> !unit.higherIsBetter())
                            .map(unit -> time.score() * unit.nanos()))
                    .filter(Double::isFinite);
        }
    }

    /**
     * A secondary result that is the rate of all workers, and is used instead of the score.
     *
     * @param label the label of the secondary result
     */
    public record SecondaryRate(CaseResult result, String label) {

        private static final double NANOS_PER_SECOND = 1e9;

        /** The rate of a case whose score is the time of a unit of work, of which many may be in flight. */
        private static final String UNITS = "async.throughput";

        /**
         * Returns the first result named in {@link CurvePlan#rates} that the case has and that is a rate; empty if
         * there is none.
         */
        public static Optional<SecondaryRate> of(CaseResult result) {
            List<String> named = result.plan().curve().map(CurvePlan::rates).orElse(List.of());
            return (named.isEmpty() && result.isOfUnits() ? List.of(UNITS) : named)
                    .stream()
                            .filter(label -> Optional.ofNullable(
                                            result.secondary().get(label))
                                    .filter(metric -> perNano(metric).isPresent())
                                    .isPresent())
                            .findFirst()
                            .map(label -> new SecondaryRate(result, label));
        }

        private static Optional<Double> perNano(Metric metric) {
            return ScoreUnit.parse(operations(metric.unit()))
                    .filter(ScoreUnit::higherIsBetter)
                    .map(unit -> metric.score() / unit.nanos());
        }

        /** Returns the unit of a rate of operations for the unit of a rate of units of work, {@code units/s}. */
        private static String operations(String unit) {
            return unit.replaceFirst("^units/", "ops/");
        }

        /**
         * Returns a secondary result for display. The rate of a curve has the same value here as on the curve; any other result has JMH's
         * value.
         */
        public static Metric metric(CaseResult result, String label, Metric metric) {
            double[] rates = of(result)
                    .filter(beside -> beside.label().equals(label))
                    .map(SecondaryRate::ofForks)
                    .orElse(new double[0]);
            return rates.length == 0
                    ? metric
                    : new Metric(
                            ForkEstimate.of(rates).value() * ScoreUnit.factor("ops/s", operations(metric.unit())),
                            Double.NaN,
                            metric.unit());
        }

        double[] ofForks() {
            return result.forksWithValue().stream()
                    .map(this::ofIterations)
                    .filter(rates -> rates.length > 0)
                    .mapToDouble(ForkEstimate::forkValue)
                    .toArray();
        }

        private double[] ofIterations(ForkResult fork) {
            return fork.measured().stream()
                    .flatMap(
                            iteration -> Stream.ofNullable(iteration.secondary().get(label)))
                    .flatMap(metric -> perNano(metric).stream())
                    .mapToDouble(perNano -> perNano * NANOS_PER_SECOND)
                    .filter(Double::isFinite)
                    .toArray();
        }
    }
}
