// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Metric;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConsoleTableTest {

    private static final ConsoleStyle ASCII = new ConsoleStyle(0, false, false);

    private static CaseResult withSecondary(CaseResult of, Map<String, Metric> secondary) {
        return new CaseResult(of.id(), of.plan(), of.status(), of.reason(), of.score(), secondary, of.forks());
    }

    private static CaseResult single(String method, Map<String, String> parameters, int threads, double score) {
        return withSecondary(
                Samples.measured(
                        Samples.id(method, parameters, threads),
                        new Metric(score, Double.NaN, "ops/ms"),
                        new double[] {score}),
                Map.of());
    }

    @Test
    void drawsReferenceTable() {
        String name = "i.n.m.b.ByteBufAllocatorBenchmark.pooledDirectAllocAndFree";
        assertThat(ConsoleTable.render(Samples.cases(), ConsoleStyle.plain()).lines())
                .containsExactly(
                        "Benchmark                                                 "
                                + "  (size)   Mode  Cnt       Score   Error (99.9%)   Units  Fork spread    B/op",
                        name + "       0  thrpt    6  11,658.812 ±       120.728  ops/ms        0.06%  24.000",
                        name + "    1024  thrpt    6   8,855.815 ±        55.933  ops/ms        0.72%  24.000",
                        name + "   65536  thrpt  FAILED: java.lang.OutOfMemoryError: heap");
    }

    @Test
    void spellsPlusMinusInAscii() {
        String table = ConsoleTable.render(Samples.cases(), ASCII);
        assertThat(table).contains("11,658.812 +-       120.728  ops/ms").isASCII();
    }

    @Test
    void omitsCountAndErrorOfSingleIteration() {
        assertThat(ConsoleTable.render(List.of(single("m", Map.of(), 1, 12.5)), ConsoleStyle.plain()))
                .isEqualTo("""
                        Benchmark                             Mode  Cnt   Score  Error (99.9%)   Units
                        i.n.m.b.ByteBufAllocatorBenchmark.m  thrpt       12.500                 ops/ms
                        """);
    }

    @Test
    void showsThreadsOnlyIfThereAreSeveral() {
        String one = ConsoleTable.render(List.of(single("m", Map.of(), 1, 5)), ConsoleStyle.plain());
        String more = ConsoleTable.render(
                List.of(single("m", Map.of(), 1, 5), single("m", Map.of(), 16, 50)), ConsoleStyle.plain());
        assertThat(one).doesNotContain("Threads");
        assertThat(more.lines().map(line -> line.substring(35, 44).strip())).containsExactly("Threads", "1", "16");
    }

    @Test
    void showsEachParameterInColumnAndMarksMissingOnes() {
        String table = ConsoleTable.render(
                List.of(single("m", Map.of("size", "8", "kind", "heap"), 1, 5), single("n", Map.of(), 1, 6)),
                ConsoleStyle.plain());
        assertThat(table.lines().toList().get(0)).contains("(kind)  (size)");
        assertThat(table.lines().toList().get(1)).contains("  heap       8");
        assertThat(table.lines().toList().get(2)).contains("   N/A     N/A");
    }

    @Test
    void showsWhyCaseHasNoResult() {
        CaseId id = Samples.id("m", Map.of(), 1);
        CaseResult planned = CaseResult.planned(id, Samples.plan("avgt", 1, 2));
        String table = ConsoleTable.render(
                List.of(
                        Samples.failed(id, "java.io.IOException: no disk"),
                        planned.skipped("@Disabled: later"),
                        planned),
                ConsoleStyle.plain());
        assertThat(table.lines().skip(1).map(line -> line.substring(35)))
                .containsExactly(
                        "  thrpt  FAILED: java.io.IOException: no disk",
                        "   avgt  skipped: @Disabled: later",
                        "   avgt  not run");
    }

    @Test
    void marksResultsFromHostAsNotComparable() {
        CaseResult forked = single("m", Map.of(), 1, 5);
        CaseResult inProcess = new CaseResult(
                forked.id(), Samples.plan("thrpt", 1, 0), Status.DONE, "", forked.score(), Map.of(), forked.forks());
        assertThat(ConsoleTable.render(List.of(inProcess), ConsoleStyle.plain()))
                .contains("ops/ms  in-process, not comparable");
        assertThat(ConsoleTable.render(List.of(forked), ConsoleStyle.plain())).doesNotContain("not comparable");
    }

    @Test
    void showsRowsForGroupMethodsButNotForProfilers() {
        CaseResult group = withSecondary(
                single("readWrite", Map.of(), 1, 5),
                Map.of(
                        "read", new Metric(3, 0.5, "ops/ms"),
                        "gc.alloc.rate", new Metric(100, 1, "MB/sec"),
                        "write", new Metric(2, Double.NaN, "ops/ms")));
        List<String> lines = ConsoleTable.render(List.of(group), ConsoleStyle.plain())
                .lines()
                .toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2)).contains("readWrite:read ", "3.000 ±         0.500  ops/ms");
        assertThat(lines.get(3)).contains("readWrite:write ", "2.000").doesNotContain("±");
    }

    private static CaseResult of(String type, Map<String, String> parameters) {
        CaseResult result = single("measure", parameters, 1, 5);
        CaseId id = new CaseId("io.acme." + type, "measure", result.id().parameters(), 1, Optional.empty());
        return new CaseResult(id, result.plan(), result.status(), "", result.score(), Map.of(), result.forks());
    }

    @Test
    void putsParametersIntoNameIfColumnsAreTooMany() {
        Map<String, String> first = new TreeMap<>();
        Map<String, String> second = new TreeMap<>();
        for (char c = 'a'; c < 'm'; c++) {
            first.put("lengthyName" + c, "1");
            second.put("other" + c, "2");
        }
        CaseResult one = of("Suite", first);
        assertThat(ConsoleTable.render(List.of(one), ConsoleStyle.plain()))
                .contains("i.a.Suite.measure(lengthyNamea=1,lengthyNameb=1,");
        CaseResult few = of("Suite", Map.of("depth", "3"));
        CaseResult many = of("Suite", second);
        assertThat(ConsoleTable.render(List.of(few, one, many), ConsoleStyle.plain()))
                .contains("Suite.measure(depth=3) ", "Suite.measure(lengthyNamea=1,", "Suite.measure(othera=2,");
    }

    @Test
    void shortensOnlyFirstColumnToWidth() {
        List<CaseResult> cases = new ArrayList<>(Samples.cases());
        String wide = ConsoleTable.render(cases, ConsoleStyle.plain());
        String narrow = ConsoleTable.render(cases, new ConsoleStyle(105, true, false));
        assertThat(narrow.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(105));
        assertThat(narrow.lines().toList().get(1)).startsWith("i.").contains("…", "AllocAndFree");
        for (int i = 0; i < 3; i++) {
            String full = wide.lines().toList().get(i);
            String cut = narrow.lines().toList().get(i);
            assertThat(full).endsWith(cut.substring(cut.length() - 60));
        }
    }

    @Test
    void shortensReasons() {
        CaseId id = Samples.id("m", Map.of(), 1);
        String table =
                ConsoleTable.render(List.of(Samples.failed(id, "x".repeat(300))), new ConsoleStyle(100, true, false));
        assertThat(table.lines().toList().get(1)).hasSizeLessThanOrEqualTo(100).endsWith("xx… [1]");
        assertThat(table).endsWith("\n[1] FAILED: " + "x".repeat(300) + "\n");
    }

    @Test
    void usesColourOnRequestWithoutMovingColumns() {
        String plain = ConsoleTable.render(Samples.cases(), ConsoleStyle.plain());
        String colour = ConsoleTable.render(Samples.cases(), new ConsoleStyle(0, true, true));
        assertThat(colour).contains("\u001B[31m").isNotEqualTo(plain);
        assertThat(colour.replaceAll("\u001B\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void drawsEmptyRun() {
        assertThat(ConsoleTable.render(List.of(), ConsoleStyle.plain()))
                .isEqualTo("Benchmark  Mode  Cnt  Score  Error (99.9%)  Units\n");
    }

    @Test
    void reportsFinishedCaseWithoutScore() {
        CaseResult odd = new CaseResult(
                Samples.id("m", Map.of(), 1),
                Samples.plan("thrpt", 1, 1),
                Status.DONE,
                "",
                Optional.empty(),
                Map.of(),
                List.of());
        assertThat(ConsoleTable.render(List.of(odd), ConsoleStyle.plain())).contains("no result");
    }
}
