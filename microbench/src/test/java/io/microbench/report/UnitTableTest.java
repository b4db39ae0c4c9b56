// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.warning.MadeCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The example of BencheeAsync: the benchmark with the slower unit has the shorter body. */
class UnitTableTest {

    private static final RunRecord RUN =
            MadeCase.run(unit("case_1000_ms", 1000.4, 1500), unit("case_100_ms", 100.7, 2500));

    private static CaseResult unit(String method, double millis, double body) {
        return made(method, millis, body).result();
    }

    private static MadeCase made(String method, double millis, double body) {
        return new MadeCase()
                .method(method)
                .score("avgt", millis, "ms/op")
                .iterations(millis, 1.001 * millis, 0.999 * millis)
                .secondary(Metric.BODY, body, "ms/op")
                .secondary("async.completed", 3, "units")
                .secondary("async.throughput", 1000 / body, "units/s")
                .secondary("async.gap", 1000 * millis, "us/op")
                .secondary("async.gap:p0.00", 999 * millis, "us/op")
                .secondary("async.gap:p0.50", 1000 * millis, "us/op")
                .secondary("async.gap:p0.99", 1001 * millis, "us/op")
                .secondary("async.gap:p1.00", 1002 * millis, "us/op")
                .secondary("async.gap:deviation", 2 * millis, "us/op")
                .secondary("async.gap:samples", 3, "units");
    }

    private static String console(RunRecord run, ConsoleStyle style) {
        return ConsoleReport.tables(run, Optional.empty(), style);
    }

    private static String table(CaseResult... cases) {
        return console(MadeCase.run(cases), ConsoleStyle.plain());
    }

    @Test
    void showsUnitsInOneTableFastestFirst() {
        List<String> lines = console(RUN, ConsoleStyle.plain()).lines().toList();

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).isEqualTo("Units of work: Sums");
        assertThat(lines.get(1).split(" {2,}"))
                .containsExactly(
                        "Name",
                        "ips",
                        "Average",
                        "Deviation",
                        "Median",
                        "99th %",
                        "Comparison",
                        "Minimum",
                        "Maximum",
                        "Sample size",
                        "Mode");
        assertThat(lines.get(2).split(" {2,}"))
                .containsExactly(
                        "case_100_ms",
                        "9.93",
                        "100.70 ms",
                        "±0.20%",
                        "100.70 ms",
                        "100.80 ms",
                        "100.60 ms",
                        "100.90 ms",
                        "3",
                        "none");
        assertThat(lines.get(3)).startsWith("case_1000_ms").contains(" 9.93x slower, +0.90 s ");
    }

    @Test
    void repeatsNamesInTwoTablesOnNarrowConsole() {
        List<String> lines =
                console(RUN, new ConsoleStyle(90, true, false)).lines().toList();

        assertThat(lines).hasSize(8).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(90));
        assertThat(lines.get(5)).startsWith("Name").contains("Minimum").doesNotContain("ips");
        assertThat(lines.get(6)).startsWith("case_100_ms");
    }

    /** In throughput mode the score is the rate that the table also contains. */
    @Test
    void convertsUnitsPerSecondToTimes() {
        CaseResult rate = made("rate", 100, 2500).score("thrpt", 0.01, "ops/ms").result();

        assertThat(table(rate)).contains(" 10 ", " 100 ms ").doesNotContain("Comparison");
    }

    @Test
    void showsTablePerInput() {
        CaseResult small = made("a", 1, 2).parameters(Map.of("size", "1")).result();
        CaseResult large = made("a", 9, 2).parameters(Map.of("size", "9")).result();

        assertThat(table(small, large))
                .contains("Units of work: Sums, size=1\n", "\nUnits of work: Sums, size=9\n")
                .doesNotContain("slower");
    }

    @Test
    void usesLatencyOfBegunUnits() {
        CaseResult begun = made("begun", 5, 2500)
                .secondary("async.latency", 5000, "us/op")
                .secondary("async.latency:samples", 17, "units")
                .secondary("async.latency:mode", 5001, "us/op")
                .secondary("async.latency:mode2", 6000, "us/op")
                .result();

        assertThat(table(begun)).contains("17  5.00 ms, 6 ms").doesNotContain("100");
    }

    private static CaseResult withForks(CaseResult result, double... values) {
        List<ForkResult> forks = new ArrayList<>();
        for (double value : values) {
            forks.add(made("any", value, 1).result().forks().get(0));
        }
        return result.withForks(forks);
    }

    @Test
    void doesNotCallInsignificantDifferenceSlower() {
        CaseResult one = withForks(unit("one", 100, 1), 90, 100, 110);
        CaseResult other = withForks(unit("other", 101, 1), 91, 101, 111);
        CaseResult slow = withForks(unit("slow", 200, 1), 199, 200, 201);

        assertThat(table(one, other)).contains("≈ 1.01x ").doesNotContain("slower");
        assertThat(table(one, slow)).contains("2.00x slower, +100 ms");
    }

    @Test
    void keepsTableOfOtherCasesAndAllNumbersInFullReport() {
        CaseResult call = new MadeCase().method("call").result();
        RunRecord run = MadeCase.run(unit("unit", 5, 1), call);
        String compact = console(run, ConsoleStyle.plain());
        String full = ConsoleReport.render(run, Optional.empty(), Optional.empty(), true, ConsoleStyle.plain());

        assertThat(compact)
                .startsWith("Benchmark")
                .contains("\n\nUnits of work: Sums\n")
                .doesNotContain("async.");
        assertThat(full).contains("Sums.unit:async.body", "Sums.unit:async.throughput", "Units of work: Sums");
    }

    /** With a reference, the table of cases has its ratios, and one row for each case. */
    @Test
    void comparesUnitsWithReference() {
        String table = ConsoleReport.tables(RUN, Optional.of("case_100_ms"), ConsoleStyle.plain());

        assertThat(table).contains("reference", "9.93x").doesNotContain("async.");
    }

    @Test
    void beginsMarkdownAndPageWithSameTable() {
        String markdown = MarkdownReport.render(RUN, Optional.empty());
        String page = HtmlReport.render(RUN, Optional.empty(), Map.of());

        assertThat(markdown).contains("**Units of work: Sums**\n\n| Name | ips |", "9.93x slower, +0.90 s");
        assertThat(markdown.indexOf("9.93x")).isLessThan(markdown.indexOf("<details>"));
        assertThat(markdown.substring(markdown.indexOf("<details>"))).contains("async.body");
        assertThat(page.indexOf("9.93x slower, +0.90 s"))
                .isBetween(page.indexOf("<main>"), page.indexOf("id=\"cases\""));
    }

    @Test
    void showsTableOfCasesForRecordOfEarlierVersion() {
        CaseResult old = new MadeCase()
                .secondary("async.latency", 5000, "us/op")
                .secondary("async.completed", 3, "units")
                .result();

        assertThat(table(old))
                .startsWith("Benchmark")
                .contains(":async.latency")
                .doesNotContain("Units of work");
    }
}
