// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.scaling.Curve.Rung;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Tests how curves are found in results. */
class CurvesTest {

    private static final Percentage CLOSE = Percentage.withPercentage(1e-6);

    private static final String CLASS_NAME = "io.acme.MapBenchmark";
    private Map<String, String> parameters = Map.of();
    private Map<String, Metric> secondary = Map.of();

    private CaseResult result(String mode, int threads, String unit, double... forks) {
        CaseId id = new CaseId(CLASS_NAME, "put", new TreeMap<>(parameters), threads, Optional.of(mode));
        List<ForkResult> results = new ArrayList<>();
        for (double value : forks) {
            results.add(MadeRecords.fork(results.size() + 1)
                    .iterations(List.of(MadeRecords.iteration(Phase.MEASUREMENT, 1, value)))
                    .build());
        }
        CasePlan plan = CasePlan.builder(Mode.of(mode)).threads(threads).build();
        return new CaseResult(
                id, plan, Status.DONE, "", Optional.of(new Metric(forks[0], Double.NaN, unit)), secondary, results);
    }

    private static List<Curve> curves(List<CaseResult> results) {
        return List.copyOf(Curves.byFamily(results, 0.99).values());
    }

    private static Curve only(List<CaseResult> results) {
        List<Curve> curves = curves(results);
        assertThat(curves).hasSize(1);
        return curves.get(0);
    }

    /** Percentiles as JMH 1.37 labels them. */
    private static Map<String, Metric> percentiles(String prefix, String unit) {
        Map<String, Metric> percentiles = new TreeMap<>();
        Map.of(
                        "0.00", 1.0, "0.50", 2.0, "0.90", 3.0, "0.95", 4.0, "0.99", 5.0, "0.999", 6.0, "0.9999", 7.0,
                        "1.00", 8.0)
                .forEach((quantile, time) -> percentiles.put(prefix + quantile, new Metric(time, Double.NaN, unit)));
        return percentiles;
    }

    @Test
    void takesRateOfAllThreadsInThroughputMode() {
        Curve curve = only(List.of(result("thrpt", 1, "ops/ms", 100, 100), result("thrpt", 4, "ops/ms", 300, 300)));

        assertThat(curve.name()).isEqualTo("put");
        assertThat(curve.rungs()).extracting(Rung::workers).containsExactly(1, 4);
        assertThat(curve.rungs().get(1).rate()).isCloseTo(300_000, CLOSE);
        assertThat(curve.rungs().get(1).ratePerWorker()).isCloseTo(75_000, CLOSE);
        assertThat(curve.rungs().get(1).interval()).isPresent();
        assertThat(curve.rungs().get(1).latency()).isEmpty();
    }

    @Test
    void computesRateFromTimesOfThreads() {
        Curve curve = only(List.of(result("avgt", 1, "us/op", 10), result("avgt", 8, "us/op", 20)));

        assertThat(curve.rungs())
                .extracting(Rung::rate)
                .satisfiesExactly(one -> assertThat(one).isCloseTo(100_000, CLOSE), eight -> assertThat(eight)
                        .isCloseTo(400_000, CLOSE));
    }

    /** Workers with one call each are idle until the next iteration. */
    @Test
    void computesNoRateForSingleCalls() {
        assertThat(curves(List.of(result("ss", 1, "us/op", 10), result("ss", 8, "us/op", 20))))
                .isEmpty();
    }

    private static CaseResult beside(CaseResult result, String label, String unit, double rate) {
        Map<String, Metric> secondary = Map.of(label, new Metric(rate, Double.NaN, unit));
        CasePlan plan = result.plan().withCurve(new CurvePlan(Optional.empty(), List.of("first", "second")));
        List<ForkResult> forks = result.forks().stream()
                .map(fork -> fork.toBuilder()
                        .iterations(fork.iterations().stream()
                                .map(it -> new IterationResult(
                                        it.phase(),
                                        it.number(),
                                        it.end(),
                                        it.score(),
                                        it.samples(),
                                        it.percentiles(),
                                        secondary,
                                        it.signs()))
                                .toList())
                        .build())
                .toList();
        return new CaseResult(result.id(), plan, result.status(), "", result.score(), secondary, forks);
    }

    @Test
    void takesNamedSecondaryResultAsRate() {
        Curve single = only(List.of(
                beside(result("ss", 1, "us/op", 10, 10), "second", "ops/ms", 3),
                beside(result("ss", 8, "us/op", 20, 20), "second", "ops/ms", 5)));
        assertThat(single.rungs())
                .extracting(Rung::rate)
                .satisfiesExactly(one -> assertThat(one).isCloseTo(3_000, CLOSE), eight -> assertThat(eight)
                        .isCloseTo(5_000, CLOSE));
        assertThat(single.rungs().get(0).interval()).isPresent();

        Curve other = only(List.of(
                beside(result("thrpt", 1, "ops/s", 10), "third", "ops/s", 3),
                beside(result("thrpt", 2, "ops/s", 20), "first", "us/op", 3)));
        assertThat(other.rungs())
                .as("neither named nor a rate")
                .extracting(rung -> Math.round(rung.rate()))
                .containsExactly(10L, 20L);
    }

    /** Damaged records may contain these rates. */
    @Test
    void ignoresInvalidRates() {
        assertThat(Curves.rung(result("thrpt", 1, "ops/ns", 1e300, 1), 0.99)).isEmpty();
        assertThat(Curves.rung(result("avgt", 1, "s/op", 1e-300), 0.99)).isEmpty();
        assertThat(Curves.rung(result("avgt", 1, "s/op", 0), 0.99)).isEmpty();
        assertThat(Curves.rung(result("avgt", 1, "s/op", -1), 0.99)).isEmpty();
        assertThat(Curves.rung(result("thrpt", 1, "ops/s", 0), 0.99)).isPresent();
    }

    @Test
    void combinesThroughputAndSampledTimesInOneCurve() {
        List<CaseResult> results = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            secondary = Map.of();
            results.add(result("thrpt", threads, "ops/s", 1000 * threads));
            secondary = percentiles("p", "us/op");
            results.add(result("sample", threads, "us/op", 990));
        }

        Curve curve = only(results);

        assertThat(curve.name()).isEqualTo("put");
        assertThat(curve.rungs())
                .extracting(Rung::rate)
                .satisfiesExactly(one -> assertThat(one).isCloseTo(1000, CLOSE), two -> assertThat(two)
                        .isCloseTo(2000, CLOSE));
        assertThat(curve.rungs()).allSatisfy(rung -> assertThat(rung.latency())
                .containsExactly(
                        entry(50.0, 2000.0),
                        entry(90.0, 3000.0),
                        entry(99.0, 5000.0),
                        entry(99.9, 6000.0),
                        entry(100.0, 8000.0)));
    }

    /** A squeeze of each mode may end at another rung. */
    @Test
    void returnsNoLatencyForRungWithoutSampledTimes() {
        CaseResult sampled = result("sample", 1, "us/op", 990);
        secondary = percentiles("p", "us/op");
        List<CaseResult> results = List.of(
                result("thrpt", 1, "ops/s", 1000),
                result("thrpt", 2, "ops/s", 1900),
                result("sample", 2, "us/op", 990),
                sampled);

        assertThat(only(results).rungs())
                .extracting(rung -> rung.latency().size())
                .containsExactly(0, 5);
    }

    @Test
    void computesRateAndLatencyFromSampledTimes() {
        secondary = percentiles("p", "ns/op");
        Curve curve = only(List.of(result("sample", 1, "ns/op", 100), result("sample", 4, "ns/op", 200)));

        assertThat(curve.rungs().get(1).rate()).isCloseTo(4 / 200e-9, CLOSE);
        assertThat(curve.rungs().get(1).latency()).containsEntry(99.0, 5.0);
    }

    @Test
    void takesTimesOfAsynchronousUnits() {
        secondary = percentiles("async.latency:p", "us/op");
        Curve curve = only(List.of(result("thrpt", 1, "ops/s", 100), result("thrpt", 4, "ops/s", 200)));

        assertThat(curve.rungs().get(0).latency()).containsEntry(50.0, 2000.0).hasSize(5);
    }

    /**
     * A unit takes the same time on one worker and on eight; workers / time would be wrong, as one call may start many
     * units.
     */
    @Test
    void takesCompletionRateOfUnits() {
        Map<String, Metric> body = Map.of(Metric.BODY, new Metric(2500, Double.NaN, "ms/op"));
        Curve curve =
                only(List.of(units(result("avgt", 1, "ms/op", 10), 400), units(result("avgt", 8, "ms/op", 10), 900)));
        secondary = body;
        Curve withoutRates = only(List.of(result("avgt", 1, "ms/op", 10), result("avgt", 8, "ms/op", 10)));

        assertThat(curve.rungs())
                .extracting(Rung::rate)
                .satisfiesExactly(one -> assertThat(one).isCloseTo(400, CLOSE), eight -> assertThat(eight)
                        .isCloseTo(900, CLOSE));
        assertThat(withoutRates.rungs().get(0).rate()).isCloseTo(100, CLOSE);
    }

    private static CaseResult units(CaseResult result, double completed) {
        CaseResult beside = beside(result, "async.throughput", "units/s", completed);
        Map<String, Metric> all = new TreeMap<>(beside.secondary());
        all.put(Metric.BODY, new Metric(2500, Double.NaN, "ms/op"));
        return new CaseResult(beside.id(), result.plan(), beside.status(), "", beside.score(), all, beside.forks());
    }

    @Test
    void separatesModesThatTimeIterations() {
        List<Curve> curves = curves(List.of(
                result("thrpt", 1, "ops/s", 1),
                result("avgt", 1, "s/op", 1),
                result("thrpt", 2, "ops/s", 2),
                result("avgt", 2, "s/op", 1)));

        assertThat(curves).extracting(Curve::name).containsExactly("put(mode=thrpt)", "put(mode=avgt)");
    }

    @Test
    void includesParametersInNames() {
        List<CaseResult> results = new ArrayList<>();
        for (String map : List.of("striped", "synchronized")) {
            parameters = Map.of("map", map);
            results.add(result("thrpt", 1, "ops/s", 1));
            results.add(result("thrpt", 2, "ops/s", 2));
        }
        assertThat(curves(results))
                .extracting(Curve::name)
                .containsExactly("put(map=striped)", "put(map=synchronized)");
    }

    @Test
    void requiresTwoRungsAndScores() {
        CaseResult planned = CaseResult.planned(
                new CaseId(CLASS_NAME, "put", new TreeMap<>(), 2, Optional.of("thrpt")),
                CasePlan.builder(Mode.THROUGHPUT).build());

        assertThat(curves(List.of(result("thrpt", 1, "ops/s", 1), planned))).isEmpty();
        assertThat(Curves.rung(planned, 0.99)).isEmpty();
        assertThat(Curves.rung(result("avgt", 1, "s/op", 0), 0.99)).isEmpty();
        assertThat(Curves.rung(result("thrpt", 1, "ops/s", 0), 0.99)).contains(Rungs.of(1, 0));
    }
}
