// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.monitor.MonitorHistory;
import io.microbench.report.Samples;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.snippet.SnippetTable.Form;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Quantity.UnitChoice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetTableTest {

    private static final ConsoleStyle PLAIN = ConsoleStyle.plain();

    private static SnippetResult snippet(String name, int workers, long loop, double[]... forks) {
        IterationPlan iterations = new IterationPlan(1, Duration.ofSeconds(1), 1);
        CasePlan plan = CasePlan.builder(loop > 0 ? Mode.SINGLE_SHOT_TIME : Mode.THROUGHPUT)
                .timeUnit("SECONDS")
                .threads(workers)
                .forks(forks.length)
                .warmup(iterations)
                .measurement(iterations)
                .timeout(Duration.ofMinutes(1))
                .build();
        List<ForkResult> results = new ArrayList<>();
        for (double[] samples : forks) {
            List<IterationResult> all = new ArrayList<>();
            for (double sample : samples) {
                all.add(new IterationResult(
                        Phase.MEASUREMENT,
                        all.size() + 1,
                        Instant.EPOCH,
                        sample,
                        1,
                        Map.of(),
                        Map.of(),
                        Optional.empty()));
            }
            results.add(ForkResult.builder(results.size() + 1)
                    .pid(1)
                    .jvm("java")
                    .jdkVersion("17")
                    .vm("VM")
                    .blackholeMode("compiler")
                    .iterations(all)
                    .build());
        }
        CaseId id = new CaseId("snippet", name, new TreeMap<>(), workers, Optional.empty());
        Status status = forks.length == 0 ? Status.FAILED : Status.DONE;
        return new SnippetResult(
                name,
                Map.of(),
                loop,
                new CaseResult(id, plan, status, forks.length == 0 ? "boom" : "", Optional.empty(), Map.of(), results));
    }

    private static String render(Optional<Form> form, ConsoleStyle style, SnippetResult... snippets) {
        return SnippetTable.render(Samples.run(List.of()), List.of(snippets), form, Optional.empty(), style, Map.of());
    }

    @Test
    void showsRateTimeAndRelativeRate() {
        assertThat(render(Optional.empty(), PLAIN, snippet("a()", 1, 0, new double[] {1234567})))
                .isEqualTo("""
                Snippet  ||     ips       Time
                a()       1  1.23 M  810.00 ns
                """);
        assertThat(render(
                                Optional.empty(),
                                PLAIN,
                                snippet("slow", 1, 0, new double[] {500}, new double[] {501}),
                                snippet("fast", 1, 0, new double[] {1000}, new double[] {1001}),
                                snippet("near", 1, 0, new double[] {980}, new double[] {1010}))
                        .lines()
                        .map(line -> line.replaceAll(" {2,}", "  ")))
                .containsExactly(
                        "Snippet  ||  ips  Time  Rel",
                        "fast  1  1.00 k  999.50 µs  100%",
                        "near  1  994.89  1.01 ms  ≈ 99%",
                        "slow  1  500.50  2.00 ms  50%");
    }

    @Test
    void marksRowsWithinOnePercentAsSame() {
        SnippetResult fast = snippet("fast", 1, 0, new double[] {1000}, new double[] {1000.1}, new double[] {1000.2});
        SnippetResult near = snippet("near", 1, 0, new double[] {991}, new double[] {991.1}, new double[] {991.2});
        SnippetResult slow = snippet("slow", 1, 0, new double[] {975}, new double[] {975.1}, new double[] {975.2});

        assertThat(render(Optional.empty(), PLAIN, fast, near, slow)
                        .lines()
                        .map(line -> line.replaceAll(".* {2,}", "")))
                .containsExactly("Rel", "100%", "≈ 99%", "98%");
    }

    @Test
    void appliesBandToSamplesOfSingleFork() {
        SnippetResult fast = snippet("fast", 1, 0, new double[] {1000, 1000.1, 1000.2});
        SnippetResult near = snippet("near", 1, 0, new double[] {991, 991.1, 991.2});
        SnippetResult slow = snippet("slow", 1, 0, new double[] {975, 975.1, 975.2});

        assertThat(render(Optional.empty(), PLAIN, fast, near, slow)
                        .lines()
                        .map(line -> line.replaceAll(".* {2,}", "")))
                .containsExactly("Rel", "100%", "≈ 99%", "98%");
    }

    @Test
    void marksSameRowsAsComparison() {
        List<SnippetResult> snippets = List.of(
                snippet("fast", 1, 0, new double[] {1000}, new double[] {1000.1}, new double[] {1000.2}),
                snippet("near", 1, 0, new double[] {991}, new double[] {991.1}, new double[] {991.2}),
                snippet("slow", 1, 0, new double[] {500}, new double[] {501}, new double[] {502}),
                snippet("unsure", 1, 0, new double[] {300}));
        Answer answer = new Answer(Samples.run(List.of()), snippets, Map.of(), List.of(), Map.of(), false);

        assertThat(new Comparison(answer, new MonitorHistory()).scores())
                .extracting(Comparison.Score::even)
                .containsExactly(true, true, false, true);
        assertThat(render(Optional.empty(), PLAIN, snippets.toArray(SnippetResult[]::new))
                        .lines()
                        .map(line -> line.replaceAll(".* {2,}", "")))
                .containsExactly("Rel", "100%", "≈ 99%", "50%", "≈ 30%");
    }

    private static SnippetResult allocating(String name, double nanos, double... bytes) {
        double[][] samples = new double[bytes.length][];
        Arrays.fill(samples, new double[] {1e9 / nanos});
        SnippetResult plain = snippet(name, 1, 0, samples);
        List<ForkResult> forks = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            forks.add(plain.result().forks().get(i).toBuilder()
                    .secondary(Map.of(Metric.ALLOCATION, new Metric(bytes[i], Double.NaN, "B/op")))
                    .build());
        }
        CaseResult result = new CaseResult(
                plain.result().id(),
                plain.result().plan(),
                Status.DONE,
                "",
                Optional.of(new Metric(1e9 / nanos, Double.NaN, "ops/s")),
                Map.of(),
                forks);
        return new SnippetResult(name, Map.of(), 0, result);
    }

    @Test
    void showsAllocatedBytes() {
        String table = render(
                Optional.empty(),
                PLAIN,
                allocating("list", 10, 1024.3, 1039.8),
                allocating("box", 20, 4.006, 4.002),
                allocating("none", 40, 0.00004, 0.0002),
                allocating("slow", 4e6, 200, 220),
                snippet("uncounted", 1, 0, new double[] {100}));

        assertThat(table.lines().map(line -> line.replaceAll(" {2,}", "  ")))
                .containsExactly(
                        "Snippet  ||  ips  Time  B/op  Rel",
                        "list  1  100.00 M  10.00 ns  1,032  100%",
                        "box  1  50.00 M  20.00 ns  4  50%",
                        "none  1  25.00 M  40.00 ns  < 0.10  25%",
                        "slow  1  250.00  4.00 ms  < 525  0.00%",
                        "uncounted  1  100.00  10.00 ms  n/a  ≈ 0.00%");
        assertThat(render(Optional.empty(), PLAIN, allocating("none", 40, 0.00004)))
                .doesNotContain("B/op");
    }

    @Test
    void comparesRowsWithBaseline() {
        String table = SnippetTable.render(
                Samples.run(List.of()),
                List.of(
                        snippet("slow", 1, 0, new double[] {500}, new double[] {501}),
                        snippet("fast", 1, 0, new double[] {1000}, new double[] {1001}),
                        snippet("near", 1, 0, new double[] {495}, new double[] {510}),
                        snippet("alone", 1, 0, new double[] {100}, new double[] {101})),
                Optional.empty(),
                Optional.empty(),
                PLAIN,
                Map.of("slow", "slow", "fast", "slow", "near", "slow", "alone", "failed"));

        assertThat(table.lines().map(line -> line.replaceAll(" {2,}", "  ")))
                .containsExactly(
                        "Snippet  ||  ips  Time  Rel",
                        "fast  1  1.00 k  999.50 µs  200%",
                        "near  1  502.44  1.99 ms  ≈ 100%",
                        "slow  1  500.50  2.00 ms  100%",
                        "alone  1  100.50  9.95 ms  n/a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                 | a 2.00 M 500.00 ns; b 3.00 M 333.33 ns; c 4.00 k 250.00 µs
            BEST     | a 2.00 M 500.00 ns; b 3.00 M 333.33 ns; c 0.00400 M 250,000.00 ns
            LARGEST  | a 2.00 M 0.50 µs; b 3.00 M 0.33 µs; c 0.00400 M 250.00 µs
            SMALLEST | a 2,000.00 k 500.00 ns; b 3,000.00 k 333.33 ns; c 4.00 k 250,000.00 ns
            NONE     | a 2,000,000.00 500.00 ns; b 3,000,000.00 333.33 ns; c 4,000.00 250,000.00 ns
            """)
    void usesRequestedUnitForColumn(@Nullable UnitChoice unit, String expected) {
        String table = SnippetTable.render(
                Samples.run(List.of()),
                List.of(
                        snippet("a", 1, 0, new double[] {2e6}),
                        snippet("b", 1, 0, new double[] {3e6}),
                        snippet("c", 1, 0, new double[] {4e3})),
                Optional.empty(),
                Optional.ofNullable(unit),
                PLAIN,
                Map.of());

        assertThat(table.lines()
                        .skip(1)
                        .sorted()
                        .map(line -> line.replaceAll(" +", " ").replaceFirst("^(.) 1 (.*?)( ≈)? \\S+$", "$1 $2"))
                        .collect(Collectors.joining("; ")))
                .isEqualTo(expected);
    }

    @Test
    void subtractsOverheadButNotBelowZero() {
        String table = render(
                Optional.empty(),
                PLAIN,
                snippet("more", 1, 0, new double[] {1e9 / 100}).over(2.5),
                snippet("less", 1, 0, new double[] {1e9 / 2}).over(2.5),
                snippet("alone", 1, 0, new double[] {1e9 / 300}));

        assertThat(table.lines().map(line -> line.replaceAll(" {2,}", "  ")))
                .containsExactly(
                        "Snippet  ||  ips  Time  Net  Rel",
                        "less  1  500.00 M  2.00 ns  0 ns  100%",
                        "more  1  10.00 M  100.00 ns  97.50 ns  ≈ 2%",
                        "alone  1  3.33 M  300.00 ns  n/a  ≈ 0.67%");
    }

    @Test
    void formatsSampleStatisticsInOneUnit() {
        String table = SnippetTable.render(
                Samples.run(List.of()),
                List.of(snippet("a", 1, 0, new double[] {2e6, 4e6}), snippet("b", 1, 0, new double[] {900e3, 910e3})),
                Optional.of(Form.EXTENDED),
                Optional.of(UnitChoice.LARGEST),
                PLAIN,
                Map.of());

        assertThat(table).contains("3 M", "4 M", "0.91 M").doesNotContain(" k");
    }

    @Test
    void showsFractionsOfNanosecondsAndRatePerWorker() {
        assertThat(render(Optional.empty(), PLAIN, snippet("a", 4, 0, new double[] {1.6e10})))
                .contains("ips/||")
                .contains("16.00 G")
                .contains("4.00 G")
                .contains("0.25 ns");
    }

    @Test
    void usesExtendedFormFromTenSamples() {
        double[] nine = {1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6};
        double[] ten = {1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 2e6};

        assertThat(render(Optional.empty(), PLAIN, snippet("a", 1, 0, nine))).doesNotContain("Samples");
        assertThat(render(Optional.empty(), PLAIN, snippet("a", 1, 0, ten)))
                .startsWith("Snippet  ||  Samples   Avg/s  StdDev  Median/s  P99/s  Iteration\n")
                .contains("1.10 M", "28.7%", "1 M", "2 M");
        assertThat(render(Optional.of(Form.BASIC), PLAIN, snippet("a", 1, 0, ten)))
                .doesNotContain("Samples");
    }

    @Test
    void omitsDeviationOfSingleSample() {
        assertThat(render(Optional.of(Form.EXTENDED), PLAIN, snippet("a", 1, 10_000_000, new double[] {554e6})))
                .startsWith("Snippet  ||  Samples  Avg/10M  StdDev  Median/10M  P99/10M  Iteration\n")
                .contains("n/a", "554 ms", "55.40 ns");
        assertThat(render(Optional.of(Form.EXTENDED), PLAIN, snippet("a", 1, 1_500, new double[] {554e6})))
                .contains("  Avg/1500  ");
    }

    @Test
    void showsReasonForMissingScores() {
        assertThat(render(Optional.empty(), PLAIN, snippet("bad", 1, 0), snippet("good", 1, 0, new double[] {1e9})))
                .endsWith("bad      FAILED: boom\n");
    }

    @Test
    void startsFullReportWithSystem() {
        assertThat(render(Optional.of(Form.FULL), PLAIN, snippet("a", 1, 0, new double[] {1e9})))
                .startsWith("System information:\n")
                .contains("  OS: ", "  CPU: ", "  VM: ");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 160})
    void fitsRowsToConsole(int width) {
        String longest = "map.computeIfAbsent(key, k -> new ArrayList<>()).add(ThreadLocalRandom.current().nextInt())";
        double[] samples = {123_456_789, 123_450_000, 123_400_000};
        for (Form form : Form.values()) {
            String table = render(
                    Optional.of(form),
                    new ConsoleStyle(width, true, false),
                    snippet(longest, 4, 0, samples, samples),
                    snippet("short()", 4, 0, new double[] {1e8, 1e8, 2e8}, new double[] {1e8}));

            assertThat(table.lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
            assertThat(table).contains("map.com", "short()", "123.45 M", "Rel");
        }
    }

    @Test
    void omitsAllocationOnNarrowConsole() {
        SnippetResult[] both = {allocating("1 + 1", 1.15, 0.1, 0.13), allocating("list", 126.27, 123456, 123460)};

        assertThat(render(Optional.of(Form.EXTENDED), new ConsoleStyle(80, true, false), both))
                .contains("B/op", "Rel");
        assertThat(render(Optional.of(Form.EXTENDED), new ConsoleStyle(60, true, false), both))
                .doesNotContain("B/op")
                .contains("Rel")
                .satisfies(table -> assertThat(table.lines())
                        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60)));
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void alignsNumbers(Form form) {
        String table = render(
                Optional.of(form), PLAIN, snippet("a", 1, 0, new double[] {1e9}), snippet("bb", 1, 0, new double[] {1e3
                }));
        List<String> rows = table.lines()
                .filter(line -> line.startsWith("Snippet") || line.startsWith("a ") || line.startsWith("bb "))
                .toList();

        assertThat(rows).hasSize(3).allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
    }
}
