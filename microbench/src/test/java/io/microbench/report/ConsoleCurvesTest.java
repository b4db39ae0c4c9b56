// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Rungs;
import io.microbench.stats.Interval;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleCurvesTest {

    private static List<Curve> two(int... workers) {
        return List.of(
                MadeCurves.usl("ConcurrentHashMap", 9e6, 0.02, 0.0004, workers),
                MadeCurves.usl("synchronized", 12e6, 0.9, 0.01, workers));
    }

    private static String render(int width, int... workers) {
        return ConsoleCurves.render(two(workers), new ConsoleStyle(width, true, false));
    }

    @Test
    void drawsBarsOfAllCurvesByRungAndTableOfEach() {
        assertThat(render(0, 1, 2, 8)).isEqualTo("""
                no concurrency
                    ConcurrentHashMap: ■■■■■■■■ 9,000,000 ops/s
                         synchronized: ■■■■■■■■■■ 12,000,000 ops/s

                2 workers
                    ConcurrentHashMap: ■■■■■■■■■■■■■■■ 17,633,229 ops/s
                         synchronized: ■■■■■■■■■■■ 12,500,000 ops/s

                8 workers
                    ConcurrentHashMap: ■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■ 61,940,812 ops/s
                         synchronized: ■■■■■■■■■■ 12,213,740 ops/s

                ConcurrentHashMap
                Workers       ops/s       ±  Per worker  Efficiency        p50        p90        p99    p99.9
                      1   9,000,000  ±2.00%   9,000,000      100.0%  111.11 ns  222.22 ns  555.56 ns  4.44 µs
                      2  17,633,229  ±2.00%   8,816,614       98.0%  113.42 ns  226.84 ns  567.11 ns  4.54 µs
                      8  61,940,812  ±2.00%   7,742,602       86.0%  129.16 ns  258.31 ns  645.78 ns  5.17 µs  peak

                synchronized
                Workers       ops/s       ±  Per worker  Efficiency        p50        p90        p99     p99.9
                      1  12,000,000  ±2.00%  12,000,000      100.0%   83.33 ns  166.67 ns  416.67 ns   3.33 µs
                      2  12,500,000  ±2.00%   6,250,000       52.1%     160 ns     320 ns     800 ns   6.40 µs  peak
                      8  12,213,740  ±2.00%   1,526,718       12.7%  655.00 ns    1.31 µs    3.27 µs  26.20 µs
                """);
    }

    /** The thread counts of khepri-benchmark, whose ladder has 21 rungs. */
    @Test
    void drawsBarsOfLongLadderFor1And50And100AndLargest() {
        String drawn = render(0, MadeCurves.tens(200));
        assertThat(drawn.lines().filter(line -> line.matches("no concurrency|\\d+ workers")))
                .containsExactly("no concurrency", "50 workers", "100 workers", "200 workers");
        assertThat(drawn.lines().filter(line -> line.matches(" +\\d+ .*%.*"))).hasSize(42);
        assertThat(render(0, 1, 2, 4, 8, 16).lines().filter(line -> line.matches("no concurrency|\\d+ workers")))
                .containsExactly("no concurrency", "16 workers");
    }

    @Test
    void drawsBarsOfSingleCurveInOneBlock() {
        Curve only = MadeCurves.plain("put", Map.of(1, 3.25, 4, 7.0));
        assertThat(ConsoleCurves.render(List.of(only), ConsoleStyle.plain())).isEqualTo("""
                put
                    no concurrency: ■■■■■■■■■■■■■■■■■■■■■■■■ 3.25 ops/s
                         4 workers: ■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■ 7 ops/s
                """);
    }

    @Test
    void omitsColumnsWithoutValues() {
        Curve plain = MadeCurves.plain("put", Map.of(1, 30.0, 2, 45.0, 4, 44.0));
        assertThat(ConsoleCurves.render(List.of(plain), ConsoleStyle.plain())).endsWith("""

                put
                Workers  ops/s  Per worker  Efficiency
                      1     30          30      100.0%
                      2     45       22.50       75.0%  peak
                      4     44          11       36.7%
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100})
    void omitsColumnsThatDoNotFitExceptRate(int width) {
        String drawn = render(width, 1, 2, 4, 8, 16);
        assertThat(drawn.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        assertThat(drawn).contains("Workers", "ops/s", "Efficiency", "peak");
        assertThat(drawn.contains("p90")).isEqualTo(width >= 100);
        assertThat(drawn.contains("Per worker")).isEqualTo(width >= 100);
    }

    @Test
    void appendsFitOfScalabilityLaw() {
        assertThat(fits(
                        MadeCurves.usl("striped", 9e6, 0.02, 0.0004, 1, 2, 4, 8, 16),
                        MadeCurves.usl("linear", 100, 0, 0, 1, 2, 4, 8),
                        MadeCurves.usl("limited", 100, 0.1, 0, 1, 2, 4, 8),
                        MadeCurves.plain("noisy", Map.of(1, 100.0, 2, 185.0, 4, 330.0, 8, 499.0, 16, 700.0, 32, 690.0)),
                        MadeCurves.plain("falling", Map.of(1, 100.0, 2, 60.0, 4, 40.0, 8, 31.0)),
                        MadeCurves.plain("jagged", Map.of(1, 100.0, 2, 20.0, 4, 300.0, 8, 30.0))))
                .containsExactly(
                        "contention 0.0200, coherence 0.000400, error 0.00%; predicted peak 152,032,215 ops/s with 49.5 workers,"
                                + " 95% interval 49.5 to 49.5, beyond the measured range",
                        "contention 0, coherence 0, error 0.00%; no peak predicted",
                        "contention 0.100, coherence 0, error 0.00%; no peak predicted, limit 1,000 ops/s",
                        "contention 0.0522, coherence 0.00177, error 2.51%; predicted peak 717 ops/s with 23.1 workers,"
                                + " 95% interval 15.3 to 34.8",
                        "contention 1.966, coherence 0.217, error 2.35%; predicted peak 100 ops/s with 1 worker",
                        "no fit; the curve that fits best misses the rates by 89% of their mean (root mean square; expected"
                                + " at most 10%)");
    }

    private static List<String> fits(Curve... curves) {
        return ConsoleCurves.render(List.of(curves), ConsoleStyle.plain())
                .lines()
                .filter(line -> line.startsWith("Universal Scalability Law: "))
                .map(line -> line.substring("Universal Scalability Law: ".length()))
                .toList();
    }

    @Test
    void usesColourAndSymbolsAsConsoleSupports() {
        assertThat(render(0, 1, 2, 4)).doesNotContain("\u001B");
        assertThat(ConsoleCurves.render(two(1, 2, 4), new ConsoleStyle(0, true, true)))
                .contains("\u001B[34m", "\u001B[33m");
        assertThat(ConsoleCurves.render(two(1, 2, 4), new ConsoleStyle(0, false, false)))
                .isASCII();
    }

    @Test
    void drawsNothingWithoutCurves() {
        assertThat(ConsoleCurves.render(List.of(), ConsoleStyle.plain())).isEmpty();
        assertThat(ConsoleReport.tables(Samples.run(Samples.cases()), Optional.empty(), ConsoleStyle.plain()))
                .isEqualTo(ConsoleTable.render(Samples.cases(), ConsoleStyle.plain()));
    }

    @Test
    void showsLongLadderOnlyInItsTable() {
        List<CaseResult> cases = new ArrayList<>(MadeCurves.ladder(1, 2, 4, 8, 16));
        CaseResult alone = Samples.cases().get(0);
        cases.add(0, alone);
        CaseResult failed = cases.remove(cases.size() - 1);
        cases.add(Samples.failed(failed.id(), "java.lang.OutOfMemoryError: threads"));
        String drawn = ConsoleReport.tables(Samples.run(cases), Optional.empty(), ConsoleStyle.plain());
        String put = "org.example.maps.MapBenchmark.put(map=synchronized)";
        assertThat(drawn.lines().filter(line -> line.contains("thrpt")).map(line -> line.split(" +")[0]))
                .as("four rungs of the second ladder, and the one that failed")
                .containsExactly(alone.id().benchmark() + "(size=0)", put, put, put, put, put);
        assertThat(drawn)
                .contains(
                        "\n5 cases of ladders are in the tables by workers below\n",
                        "FAILED: java.lang.OutOfMemoryError: threads\n",
                        "\nMapBenchmark.put(map=striped)\nWorkers ",
                        "\nMapBenchmark.put(map=synchronized)\nWorkers ");
    }

    @Test
    void comparesWithReferenceInTableOfAllCases() {
        String drawn = ConsoleReport.render(
                Samples.run(MadeCurves.ladder(1, 2, 4, 8, 16)),
                Optional.empty(),
                Optional.of("threads=1"),
                ConsoleStyle.plain());
        assertThat(drawn.lines().filter(line -> line.contains("thrpt"))).hasSize(10);
    }

    @Test
    void limitsPrintedErrorTo1000Percent() {
        Rung wide = new Rung(4, 20, Optional.of(new Interval(1, 900, 0.99)), new TreeMap<>());
        Curve curve = new Curve("put", List.of(Rungs.of(1, 30), Rungs.of(2, 30), wide));
        assertThat(ConsoleCurves.render(List.of(curve), ConsoleStyle.plain())).contains("\n      4     20  >1000% ");
    }

    /** Khepri-benchmark shows only rates. */
    @Test
    void showsLatencyBesideRateOfSameRung() {
        List<CaseResult> cases = new ArrayList<>(MadeCurves.ladder(1, 2, 4));
        cases.addAll(MadeCurves.sampled(1, 2, 4));
        assertThat(ConsoleReport.tables(Samples.run(cases), Optional.empty(), ConsoleStyle.plain()))
                .contains("""

                MapBenchmark.put(map=striped)
                Workers       ops/s       ±  Per worker  Efficiency     p50     p90      p99   p99.9
                      1   8,999,700  ±5.73%   8,999,700      100.0%  100 ns  200 ns  1.50 µs   40 µs
                      2  17,632,641  ±5.73%   8,816,321       98.0%  200 ns  400 ns     3 µs   80 µs
                      4  33,808,039  ±5.73%   8,452,010       93.9%  400 ns  800 ns     6 µs  160 µs  peak
                """);
    }
}
