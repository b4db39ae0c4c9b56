// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.HtmlReport.HtmlCurves;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests reports of runs that several nodes measured. */
class NodesInReportsTest {

    private static final RunNode A = new RunNode(
                    "a", MadeRecords.machine().host("host-a").build())
            .withCalibration(new Calibration(
                    new ClockCheck(20, 22),
                    Optional.empty(),
                    List.of(new CalibrationRound(MadeRecords.START, 0.001, 0.002))));
    private static final RunNode LIKE =
            new RunNode("b", MadeRecords.machine().host("host-b").build());
    private static final RunNode UNLIKE = new RunNode(
            "b", MadeRecords.machine().host("host-b").cpuModel("Ryzen 9").build());

    private static final String REASON = "Cases were measured on nodes whose results cannot be compared: a and b"
            + " are not"
            + " alike: CPU model AMD EPYC 7763 64-Core Processor vs. Ryzen 9.";

    private static CaseResult on(String node, CaseResult result) {
        return result.withForks(result.forks().stream()
                .map(fork -> fork.toBuilder().node(Optional.of(node)).build())
                .toList());
    }

    /** Returns a run whose cases were measured alternately on two nodes. */
    private static RunRecord run(List<CaseResult> cases, RunNode other) {
        List<CaseResult> placed = new ArrayList<>();
        for (CaseResult result : cases) {
            placed.add(on(placed.size() % 2 == 0 ? "a" : "b", result));
        }
        return Samples.run(placed).with(A).with(other);
    }

    private static CaseResult of(String method, double... values) {
        double[][] forks = new double[values.length][];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new double[] {values[i]};
        }
        return Samples.measured(
                Samples.id(method, Map.of(), 1), Samples.cases().get(0).score().orElseThrow(), forks);
    }

    private static String console(RunRecord run, Optional<String> reference) {
        return ConsoleReport.render(run, Optional.empty(), reference, ConsoleStyle.plain());
    }

    @Test
    void namesNodeOfEachCaseInTables() {
        RunRecord run = run(List.of(of("m", 10, 11), of("n", 10, 11)), LIKE);

        assertThat(console(run, Optional.empty()).lines().filter(line -> line.contains("thrpt")))
                .hasSize(2)
                .first()
                .asString()
                .endsWith(" a");
        assertThat(MarkdownReport.render(run, Optional.empty())).contains("| Node |", "| a |", "| b |");
        assertThat(CsvReport.statistics(run).lines()).first().asString().endsWith(",node");
        assertThat(CsvReport.statistics(run).lines().skip(1)).anyMatch(line -> line.endsWith(",b"));
        assertThat(CsvReport.statistics(Samples.run(List.of(of("m", 10))))
                        .lines()
                        .skip(1))
                .allMatch(line -> line.endsWith(","));
        assertThat(new HtmlData(run, Optional.empty(), Map.of(), List.of(), Map.of()).json())
                .contains("\"Node\"");
    }

    @Test
    void showsNoNodeColumnForOneMachine() {
        RunRecord run = Samples.run(List.of(of("m", 10, 11)));

        assertThat(console(run, Optional.empty())).doesNotContain("Node").contains("Host: ");
        assertThat(MarkdownReport.render(run, Optional.empty())).doesNotContain("Node");
        assertThat(new HtmlData(run, Optional.empty(), Map.of(), List.of(), Map.of()).json())
                .doesNotContain("\"Node\"");
    }

    @Test
    void listsNodesInsteadOfMachine() {
        RunRecord run = run(List.of(of("m", 10, 11)), UNLIKE.lost("it stopped responding"));
        String a = "host-a, AMD EPYC 7763 64-Core Processor, 8 CPUs, Linux 6.1 amd64, JDK Eclipse Adoptium"
                + " 21.0.5+11-LTS, CPU task 1.000 ms, memory task 2.000 ms";
        String b = "host-b, Ryzen 9, 8 CPUs, Linux 6.1 amd64, JDK Eclipse Adoptium 21.0.5+11-LTS, lost: it stopped"
                + " responding";

        assertThat(console(run, Optional.empty()))
                .contains("  Node a: " + a, "  Node b: " + b)
                .doesNotContain("Host: ");
        assertThat(MarkdownReport.render(run, Optional.empty())).contains("| Node a | " + a, "| Node b | " + b);
        assertThat(HtmlReport.render(run, Optional.empty(), Map.of()))
                .contains(
                        "Node a",
                        a,
                        "Node b",
                        b,
                        "<b>Nodes</b> 2<",
                        "<b>CPU</b> AMD EPYC 7763 64-Core Processor, Ryzen 9<");
    }

    @Test
    void computesNoRatioBetweenDifferentNodes() {
        List<CaseResult> cases = List.of(of("m", 10, 11), of("n", 20, 21));

        assertThat(console(run(cases, LIKE), Optional.of("m")))
                .contains("reference", "≈ 1.95x")
                .doesNotContain("unlike");
        assertThat(console(run(cases, UNLIKE), Optional.of("m")))
                .contains("reference", "different nodes", "Warnings:\n  " + REASON)
                .doesNotContain("1.95x", "faster", "slower");
    }

    @Test
    void showsRungsOfDifferentNodesInTableOnly() {
        List<CaseResult> cases = MadeCurves.ladder(1, 2, 4, 8, 16);
        RunRecord like = run(cases, LIKE);
        RunRecord unlike = run(cases, UNLIKE);

        assertThat(CurveGroup.of(like)).hasSize(1);
        assertThat(CurveGroup.of(unlike)).isEmpty();
        assertThat(ConsoleReport.tables(like, Optional.empty(), ConsoleStyle.plain()))
                .contains("cases of ladders", "Efficiency");
        assertThat(ConsoleReport.tables(unlike, Optional.empty(), ConsoleStyle.plain()))
                .doesNotContain("ladders", "Efficiency");
        assertThat(ConsoleReport.tables(unlike, Optional.empty(), ConsoleStyle.plain())
                        .lines()
                        .filter(line -> line.contains("thrpt")))
                .hasSize(cases.size());
        assertThat(HtmlCurves.of(like).write()).isNotEmpty();
        assertThat(HtmlCurves.of(unlike).write()).isEmpty();
        assertThat(CurveExport.csv(unlike).lines()).hasSize(1);
    }

    @Test
    void separatesCurvesOfDifferentNodes() {
        List<CaseResult> cases = MadeCurves.ladder(1, 2, 4, 8, 16);
        String first = cases.get(0).id().parameters().toString();
        List<CaseResult> placed = cases.stream()
                .map(result -> on(result.id().parameters().toString().equals(first) ? "a" : "b", result))
                .toList();

        assertThat(CurveGroup.of(Samples.run(placed).with(A).with(LIKE)).get(0).curves())
                .hasSize(2);
        assertThat(CurveGroup.of(Samples.run(placed).with(A).with(UNLIKE))
                        .get(0)
                        .curves())
                .hasSize(1);
        assertThat(ConsoleReport.tables(
                                Samples.run(placed).with(A).with(UNLIKE), Optional.empty(), ConsoleStyle.plain())
                        .lines()
                        .filter(line -> line.contains("thrpt")))
                .as("the other ladder is in the table")
                .hasSize(cases.size() / 2);
    }

    @Test
    void reportsReasonAsWarningInEveryReport() {
        RunRecord run = run(List.of(of("m", 10, 11), of("n", 20, 21)), UNLIKE);

        assertThat(MarkdownReport.render(run, Optional.empty())).contains("**warning** Cases were measured on nodes");
        assertThat(HtmlReport.render(run, Optional.empty(), Map.of())).contains("<li>" + REASON);
    }
}
