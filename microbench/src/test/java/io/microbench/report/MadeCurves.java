// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Metric;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Creates synthetic curves, and runs with ladders. */
final class MadeCurves {

    static final String MAPS = "org.example.maps.MapBenchmark";

    private MadeCurves() {}

    /** Returns a curve that follows the Universal Scalability Law, with an interval of 2 % and latency. */
    static Curve usl(String name, double one, double contention, double coherence, int... workers) {
        List<Rung> rungs = new ArrayList<>();
        for (int n : workers) {
            double rate = rate(one, contention, coherence, n);
            double nanos = n * 1e9 / rate;
            rungs.add(new Rung(
                    n,
                    rate,
                    Optional.of(new Interval(rate * 0.98, rate * 1.02, 0.99)),
                    new TreeMap<>(Map.of(50.0, nanos, 90.0, nanos * 2, 99.0, nanos * 5, 99.9, nanos * 40))));
        }
        return new Curve(name, rungs);
    }

    /** Returns a curve with rates only, as from one fork in throughput mode. */
    static Curve plain(String name, Map<Integer, Double> rates) {
        return new Curve(
                name,
                new TreeMap<>(rates)
                        .entrySet().stream()
                                .map(rung ->
                                        new Rung(rung.getKey(), rung.getValue(), Optional.empty(), new TreeMap<>()))
                                .toList());
    }

    /** Returns the throughput of n workers; a single worker has the given rate. */
    static double rate(double one, double contention, double coherence, int n) {
        return one * n / (1 + contention * (n - 1) + coherence * n * (n - 1.0));
    }

    /** Returns the cases of two maps with the given numbers of threads: one that scales and one that does not. */
    static List<CaseResult> ladder(int... threads) {
        List<CaseResult> cases = new ArrayList<>();
        for (String map : List.of("striped", "synchronized")) {
            for (int n : threads) {
                double rate = map.equals("striped") ? rate(9000, 0.02, 0.0004, n) : rate(12_000, 0.9, 0.01, n);
                cases.add(measured(map, n, rate));
            }
        }
        return cases;
    }

    /** Returns the numbers 1, 10, 20 and so on, the ladder of khepri-benchmark and erlperf. */
    static int[] tens(int largest) {
        return IntStream.rangeClosed(0, largest / 10)
                .map(i -> Math.max(1, 10 * i))
                .toArray();
    }

    private static CaseResult measured(String map, int threads, double rate) {
        CaseId id = new CaseId(MAPS, "put", new TreeMap<>(Map.of("map", map)), threads, Optional.empty());
        return Samples.measured(
                id,
                new Metric(rate, rate * 0.01, "ops/ms"),
                new double[] {rate * 0.99, rate * 0.99, rate * 0.99},
                new double[] {rate, rate, rate},
                new double[] {rate * 1.01, rate * 1.01, rate * 1.01});
    }

    /** Returns the cases of a ladder whose operations were timed individually. */
    static List<CaseResult> sampled(int... threads) {
        List<CaseResult> cases = new ArrayList<>();
        for (String map : List.of("striped", "synchronized")) {
            for (int n : threads) {
                cases.add(sampled(map, n));
            }
        }
        return cases;
    }

    private static CaseResult sampled(String map, int threads) {
        CaseId id = new CaseId(MAPS, "put", new TreeMap<>(Map.of("map", map)), threads, Optional.of("sample"));
        Map<String, Metric> percentiles = Map.of(
                "p0.50", new Metric(0.1 * threads, Double.NaN, "us/op"),
                "p0.90", new Metric(0.2 * threads, Double.NaN, "us/op"),
                "p0.99", new Metric(1.5 * threads, Double.NaN, "us/op"),
                "p0.999", new Metric(40 * threads, Double.NaN, "us/op"));
        return new CaseResult(
                id,
                Samples.plan("sample", threads, 1),
                Status.DONE,
                "",
                Optional.of(new Metric(0.15, 0.01, "us/op")),
                percentiles,
                List.of(Samples.fork(1, new double[] {0.15, 0.15}, Optional.empty())));
    }
}
