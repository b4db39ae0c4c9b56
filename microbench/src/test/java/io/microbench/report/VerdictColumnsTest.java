// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.RunComparison;
import io.microbench.report.ReportColumn.Place;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VerdictColumnsTest {

    private static final RunRecord RUN = Samples.run(Samples.cases());
    private static final RunComparison COMPARISON = Comparisons.comparison();
    private static final List<String> LABELS = labels(COMPARISON);

    private static List<String> labels(RunComparison comparison) {
        return ReportColumn.shown(VerdictTable.COLUMNS, Place.CONSOLE, comparison.verdicts()).stream()
                .map(ReportColumn::label)
                .toList();
    }

    private static JsonNode page(Optional<RunComparison> comparison) {
        return JsonMapper.shared().readTree(new HtmlData(RUN, comparison, Map.of(), List.of(), Map.of()).json());
    }

    @Test
    void showsListedColumnsOnConsoleAndInMarkdown() {
        assertThat(VerdictTable.render(COMPARISON, ConsoleStyle.plain()).lines())
                .anySatisfy(line -> assertThat(line.split("  +")).endsWith(LABELS.toArray(new String[0])));
        assertThat(MarkdownReport.render(RUN, Optional.of(COMPARISON)))
                .contains("| Case | Verdict | " + String.join(" | ", LABELS) + " |\n");
    }

    @Test
    void showsNodesIfThereAreAny() {
        RunComparison nodes = new RunComparison(
                COMPARISON.baselineName(),
                COMPARISON.candidateName(),
                COMPARISON.verdicts().stream()
                        .map(verdict -> verdict.on(List.of("a", "b")))
                        .toList(),
                COMPARISON.ratio(),
                COMPARISON.low(),
                COMPARISON.high(),
                COMPARISON.level(),
                COMPARISON.differences(),
                COMPARISON.missing(),
                COMPARISON.added(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        assertThat(LABELS).doesNotContain("Node");
        assertThat(labels(nodes)).containsSubsequence("Forks", "Node", "Remarks");
        assertThat(VerdictTable.render(nodes, ConsoleStyle.plain()))
                .contains("  Node  ")
                .contains("  a, b");
        assertThat(MarkdownReport.render(RUN, Optional.of(nodes)))
                .contains(" | Node | ")
                .contains(" | a, b | ");
    }

    @Test
    void passesAllValuesAndHeadingsToPage() {
        JsonNode page = page(Optional.of(COMPARISON));
        assertThat(page.get("verdicts").values().stream()
                        .map(column -> column.get(0).asString())
                        .filter(label -> !label.isEmpty()))
                .containsExactly("Speed", "Interval", "p");
        int values = VerdictTable.COLUMNS.stream()
                .mapToInt(column -> column.names().size())
                .sum();
        assertThat(StreamSupport.stream(page.get("cases").spliterator(), false)
                        .filter(each -> each.has("w"))
                        .map(each -> each.get("w").size()))
                .isNotEmpty()
                .containsOnly(1 + values);
    }

    @Test
    void passesNothingToPageWithoutComparison() {
        assertThat(page(Optional.empty()).has("verdicts")).isFalse();
    }

    @Test
    void supportsEveryFormatOnPage() {
        String script = BrowserLibrary.resource("io/microbench/report/html/columns.js");
        int start = script.indexOf("const VERDICT_FORMATS");
        List<String> formats = script.substring(start, script.indexOf("function columns", start))
                .lines()
                .map(String::strip)
                .toList();

        assertThat(VerdictTable.COLUMNS).allSatisfy(column -> {
            String name = column.format().inPage();
            assertThat(formats)
                    .anyMatch(line -> line.startsWith(name + ": ") || line.contains("format === \"" + name + "\""));
        });
    }
}
