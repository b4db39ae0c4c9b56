// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.ReportColumn.Place;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CaseColumnsTest {

    private static final RunRecord RUN = Samples.run(Samples.cases());
    private static final List<CaseRow> ROWS =
            RUN.cases().stream().map(CaseRow::of).toList();

    @Test
    void showsListedColumnsInEveryReport() {
        String console = ConsoleTable.render(RUN.cases(), ConsoleStyle.plain());
        assertThat(console.lines().findFirst().orElseThrow().split("  +"))
                .endsWith(CaseColumns.of(Place.CONSOLE, ROWS).stream()
                        .map(ReportColumn::heading)
                        .toArray(String[]::new));

        String markdown = MarkdownReport.render(RUN, Optional.empty());
        assertThat(markdown)
                .contains("| Case | Mode | "
                        + String.join(
                                " | ",
                                CaseColumns.of(Place.MARKDOWN, ROWS).stream()
                                        .map(ReportColumn::heading)
                                        .toList())
                        + " |\n");

        String csv = CsvReport.statistics(RUN);
        assertThat(csv.lines().findFirst().orElseThrow())
                .endsWith(",threads,mode,"
                        + String.join(
                                ",",
                                CaseColumns.of(Place.CSV, List.of()).stream()
                                        .flatMap(column -> column.names().stream())
                                        .toList()));

        JsonNode page =
                JsonMapper.shared().readTree(new HtmlData(RUN, Optional.empty(), Map.of(), List.of(), Map.of()).json());
        assertThat(page.get("columns").values().stream()
                        .map(column -> column.get(0).asString()))
                .containsExactlyElementsOf(CaseColumns.of(Place.PAGE, ROWS).stream()
                        .map(ReportColumn::heading)
                        .toList());
    }

    @Test
    void showsColumnWithoutValuesOnlyInCsv() {
        CaseResult alone = Samples.measured(
                Samples.id("m", Map.of(), 1), Samples.cases().get(0).score().orElseThrow(), new double[] {11650});
        List<CaseRow> one = List.of(CaseRow.of(alone));

        for (Place place : List.of(Place.CONSOLE, Place.MARKDOWN, Place.PAGE)) {
            assertThat(CaseColumns.of(place, one))
                    .extracting(ReportColumn::label)
                    .contains(place == Place.PAGE ? "Value" : "Score", "Units")
                    .doesNotContain("Fork spread", "Over forks", "Ratio", "Remarks");
        }
        assertThat(CaseColumns.of(Place.CSV, one))
                .extracting(ReportColumn::label)
                .contains("Fork spread", "Over forks");
    }

    @Test
    void namesConfidenceLevelsInHeadings() {
        CaseResult fixed = Samples.cases().get(0);
        CaseResult precise = new CaseResult(
                fixed.id(),
                fixed.plan()
                        .withAdaptive(new AdaptivePlan(Optional.of(0.02), 2, 10, "rule", 0.05), Duration.ofMillis(100)),
                fixed.status(),
                "",
                fixed.score(),
                fixed.secondary(),
                fixed.forks());

        assertThat(ConsoleTable.render(List.of(fixed), ConsoleStyle.plain())).contains("Error (99.9%)");
        assertThat(ConsoleTable.render(List.of(precise), ConsoleStyle.plain()))
                .contains("Error (99.9%)", "% (95%) with 2 forks");
        assertThat(new HtmlData(RUN, Optional.empty(), Map.of(), List.of(), Map.of()).json())
                .contains("\"Over forks (99%)\"")
                .doesNotContain("\"Error (99.9%)\"");
    }

    @Test
    void supportsEveryFormatOnPage() {
        String script = BrowserLibrary.resource("io/microbench/report/html/columns.js");
        int start = script.indexOf("const FORMATS");
        List<String> formats = script.substring(start, script.indexOf("};", start))
                .lines()
                .map(String::strip)
                .toList();

        assertThat(CaseColumns.of(Place.PAGE, ROWS)).isNotEmpty().allSatisfy(column -> assertThat(formats)
                .anyMatch(line -> line.startsWith(column.format().inPage() + ": ")));
    }
}
