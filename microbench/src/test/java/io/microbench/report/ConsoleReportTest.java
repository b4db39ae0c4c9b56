// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.RunComparison;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {

    private static CaseResult of(String method, Map<String, String> parameters, int threads, double... forks) {
        double[][] each = new double[forks.length][];
        for (int i = 0; i < forks.length; i++) {
            each[i] = new double[] {forks[i]};
        }
        return Samples.measured(
                Samples.id(method, parameters, threads), new Metric(forks[0], Double.NaN, "ops/ms"), each);
    }

    private static String render(Optional<String> reference, CaseResult... cases) {
        return ConsoleReport.render(Samples.run(List.of(cases)), Optional.empty(), reference, ConsoleStyle.plain());
    }

    private static List<String> lastWords(String report) {
        return report.lines()
                .filter(line -> line.startsWith("i.n.m.b."))
                .map(line -> line.replaceAll(".*% +24\\.000\\s*", ""))
                .toList();
    }

    @Test
    void beginsWithSystemInformation() {
        assertThat(render(Optional.empty()))
                .startsWith("System information:\n")
                .contains(
                        "  OS: Linux 6.1, amd64\n",
                        "  CPU: AMD EPYC 7763 64-Core Processor\n",
                        "  CPUs: 8, limited to 2 by the container\n",
                        "  Memory: 31.25 GiB, limited to 8 GiB by the container\n",
                        "  Virtualization: N/A\n",
                        "  Commit: 8f62348 with uncommitted changes\n");
    }

    @Test
    void printsNotAvailableForMissingValues() {
        Environment none = Environment.builder()
                .host("N/A")
                .os("N/A")
                .architecture("N/A")
                .cpuModel("N/A")
                .governor("N/A")
                .clockSource("N/A")
                .virtualization("N/A")
                .jdk("N/A")
                .vm("N/A")
                .harness("N/A")
                .jmh("N/A")
                .build();
        RunRecord run =
                new RunRecord(1, "id", Samples.START, Optional.empty(), none, List.of(), List.of(), Optional.empty());
        assertThat(EnvironmentBlock.render(run, ConsoleStyle.plain()))
                .contains("  Memory: N/A\n", "  Load before: N/A\n", "  CPUs: 1\n", "  Commit: N/A\n");
    }

    @Test
    void prefersValuesReportedByForks() {
        assertThat(EnvironmentBlock.of(Samples.run(Samples.cases())))
                .containsEntry("JDK", "21.0.5")
                .containsEntry("JVM arguments", "-Xms512m")
                .containsEntry("Blackhole", "compiler");
    }

    @Test
    void comparesMethodsWithReferenceMethod() {
        String report = render(
                Optional.of("unpooled"),
                of("unpooled", Map.of("size", "8"), 1, 100, 101, 102),
                of("pooled", Map.of("size", "8"), 1, 200, 201, 202),
                of("adaptive", Map.of("size", "8"), 1, 100, 102, 104),
                of("pooled", Map.of("size", "9"), 1, 50, 51, 52));
        assertThat(lastWords(report)).containsExactly("reference", "1.99x faster", "≈ 1.01x", "");
    }

    @Test
    void comparesValuesOfParameterWithReference() {
        String report = render(
                Optional.of("map=HashMap"),
                of("get", Map.of("map", "HashMap"), 1, 100, 101, 102),
                of("get", Map.of("map", "TreeMap"), 1, 50, 50.5, 51));
        assertThat(lastWords(report)).containsExactly("reference", "2.00x slower");
    }

    @Test
    void comparesVariantsWithReferenceByName() {
        CaseResult zgc = of("get", Map.of("variant", "zgc"), 1, 100, 101, 102);
        CaseResult g1 = of("get", Map.of("variant", "g1"), 1, 50, 50.5, 51);
        assertThat(lastWords(render(Optional.of("zgc"), zgc, g1))).containsExactly("reference", "2.00x slower");
        assertThat(lastWords(
                        ConsoleReport.tables(Samples.run(List.of(zgc, g1)), Optional.of("g1"), ConsoleStyle.plain())))
                .containsExactly("2.00x faster", "reference");
    }

    @Test
    void reportsReferenceWithoutMatch() {
        assertThat(render(Optional.of("nobody"), of("get", Map.of(), 1, 100, 101)))
                .contains("No ratios: no case matches the reference nobody; name a method, parameter=value")
                .doesNotContain("Ratio");
    }

    @Test
    void findsReferenceBeforeMeasurement() {
        List<CaseId> ids = List.of(
                of("get", Map.of("variant", "zgc"), 1, 100).id(),
                of("put", Map.of("map", "HashMap"), 1, 100).id());

        assertThat(List.of("get", "zgc", "variant=zgc", "map=HashMap", "threads=4"))
                .allSatisfy(name -> assertThat(Reference.isAmong(ids, name)).isTrue());
        assertThat(List.of("nix", "map=TreeMap", "HashMap"))
                .allSatisfy(name -> assertThat(Reference.isAmong(ids, name)).isFalse());
    }

    @Test
    void drawsBarsOnCommonScaleOnce() {
        String report = render(
                Optional.empty(),
                of("pooled", Map.of("size", "8"), 1, 100),
                of("unpooled", Map.of("size", "8"), 1, 50),
                of("pooled", Map.of("size", "8"), 4, 200),
                of("unpooled", Map.of("size", "8"), 4, 60));
        assertThat(report).endsWith("""

                ByteBufAllocatorBenchmark, no concurrency
                      pooled(size=8): ■■■■■■■■■■■■■■■■■■■■■■■■■ 100,000 ops/s
                    unpooled(size=8): ■■■■■■■■■■■■■ 50,000 ops/s

                ByteBufAllocatorBenchmark, 4 workers
                      pooled(size=8): ■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■ 200,000 ops/s
                    unpooled(size=8): ■■■■■■■■■■■■■■■ 60,000 ops/s
                """);
        assertThat(report.lines().filter(line -> line.contains("no concurrency")))
                .hasSize(1);
    }

    @Test
    void endsWithVerdicts() {
        RunComparison comparison = Comparisons.comparison();
        String report = ConsoleReport.render(
                Samples.run(Samples.cases()), Optional.of(comparison), Optional.empty(), ConsoleStyle.plain());
        assertThat(report)
                .contains("1 slower, 1 undecided\nSpeed -5.40% (-5.90% to -4.90%) in the geometric mean of 2 cases. "
                        + "Chance of any false alarm at most 1%\n")
                .contains("Baseline: main, candidate: 20260504T030201Z-4f2a\n")
                .containsPattern("JDK +21.0.4  21.0.5  not comparable\n")
                .containsPattern("pooledDirectAllocAndFree\\(size=0\\) +SLOWER +1,000.000 +900.000 +ops/ms +-10.0% +"
                        + "\\[-11.0%, -9.00%\\] +1.0e-5 +1.23% +5/5 +allocates more: 24.000 -> 40.000 B/op\n")
                .containsPattern(
                        "\\(size=1024\\) +UNDECIDED .* 7 more forks per side would decide; fork 2 is far off\n")
                .contains("Only in the baseline, not judged:\n  " + Samples.ALLOCATOR + ".gone:threads=1\n")
                .contains("Only in the candidate, not judged:\n");
    }

    @Test
    void reportsWhyNothingWasCompared() {
        assertThat(VerdictTable.render(Comparisons.refused("the CPU models differ"), ConsoleStyle.plain()))
                .startsWith("Not compared: the CPU models differ\n");
    }
}
