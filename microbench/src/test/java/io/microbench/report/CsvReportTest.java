// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.text.Csv;
import io.microbench.text.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CsvReportTest {

    /** Parses CSV according to RFC 4180, independently of the writer. */
    private static List<Map<String, String>> read(String csv) {
        List<List<String>> records = new ArrayList<>(List.of(new ArrayList<>()));
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (quoted && c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
                cell.append(csv.charAt(++i));
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\r')) {
                records.get(records.size() - 1).add(cell.toString());
                cell.setLength(0);
            } else if (!quoted && c == '\n') {
                records.add(new ArrayList<>());
            } else {
                cell.append(c);
            }
        }
        List<Map<String, String>> rows = new ArrayList<>();
        for (List<String> one : records.subList(1, records.size() - 1)) {
            assertThat(one).hasSameSizeAs(records.get(0));
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < one.size(); i++) {
                row.put(records.get(0).get(i), one.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    private static String raw(List<CaseResult> cases) throws IOException {
        StringBuilder text = new StringBuilder();
        CsvReport.raw(Samples.run(cases), text);
        return text.toString();
    }

    @Test
    void writesNoControlCharacters() throws IOException {
        CaseResult result = Samples.failed(Samples.id("m", Map.of(), 1), "red \u001B[31mtext\u202E");

        assertThat(CsvReport.statistics(Samples.run(List.of(result)))).contains("red  [31mtext");
        assertThat(Csv.row(List.of("a\u001Bb", "ü", "two\nlines"))).isEqualTo("a b,ü,\"two\nlines\"\r\n");
    }

    /** The percentiles are of type 6 (Hyndman and Fan) for the values 9, 9, 10, 10, 10, 11, 12, 36. */
    @Test
    void writesStatisticsOfMeasuredIterations() {
        CaseResult result = Samples.measured(
                Samples.id("m", Map.of("size", "8"), 2),
                new Metric(13.375, 9.2, "ops/s"),
                new double[] {9, 9, 10, 10},
                new double[] {10, 11, 12, 36});
        Map<String, String> row =
                read(CsvReport.statistics(Samples.run(List.of(result)))).get(0);
        assertThat(row)
                .containsEntry("case", Samples.ALLOCATOR + ".m:size=8,threads=2")
                .containsEntry("class", Samples.ALLOCATOR)
                .containsEntry("method", "m")
                .containsEntry("param.size", "8")
                .containsEntry("threads", "2")
                .containsEntry("mode", "thrpt")
                .containsEntry("status", "DONE")
                .containsEntry("score", "13.375")
                .containsEntry("error", "9.2")
                .containsEntry("unit", "ops/s")
                .containsEntry("forks", "2")
                .containsEntry("iterations", "8")
                .containsEntry("mean", "13.375")
                .containsEntry("min", "9.0")
                .containsEntry("p50", "10.0")
                .containsEntry("p99", "36.0")
                .containsEntry("max", "36.0")
                .containsEntry("bytes_per_op", "24.00001");
        assertThat(Double.parseDouble(row.getOrDefault("sd", ""))).isEqualTo(9.19530, within(1e-4));
        assertThat(Double.parseDouble(row.getOrDefault("value", "")))
                .as("forks have the medians 9.5 and 11.5")
                .isEqualTo(Math.sqrt(9.5 * 11.5), within(1e-9));
    }

    @Test
    void leavesCellsEmptyWithoutNumber() {
        Map<String, String> row = read(CsvReport.statistics(
                        Samples.run(List.of(Samples.failed(Samples.id("m", Map.of(), 1), "a \"b\", c\nd")))))
                .get(0);
        assertThat(row)
                .containsEntry("status", "FAILED")
                .containsEntry("reason", "a \"b\", c\nd")
                .containsEntry("score", "")
                .containsEntry("mean", "")
                .containsEntry("value", "")
                .containsEntry("iterations", "0");
    }

    @Test
    void writesEveryIterationInOrder() throws IOException {
        List<Map<String, String>> rows = read(raw(Samples.cases()));
        assertThat(rows).hasSize(2 * 2 * 5 + 2);
        assertThat(rows.get(0))
                .containsEntry("fork", "1")
                .containsEntry("phase", "warmup")
                .containsEntry("iteration", "1")
                .containsEntry("end", "2026-05-04T03:02:12Z");
        assertThat(rows.get(9))
                .containsEntry("fork", "2")
                .containsEntry("phase", "measurement")
                .containsEntry("iteration", "3")
                .containsEntry("score", "11900.0")
                .containsEntry("unit", "ops/ms");
    }

    @Test
    void distinguishesParameterFromColumnOfSameName() throws IOException {
        CaseResult result = Samples.measured(
                Samples.id("m", Map.of("mode", "fast, \"safe\""), 1), new Metric(1, 1, "ops/s"), new double[] {1});
        assertThat(read(raw(List.of(result))).get(0))
                .containsEntry("mode", "thrpt")
                .containsEntry("param.mode", "fast, \"safe\"");
    }

    @Test
    void hasAHeaderEvenWithoutCases() throws IOException {
        assertThat(raw(List.of()))
                .isEqualTo(
                        "case,class,method,threads,mode,fork,phase,iteration,end,score,unit,samples,starved,seconds,node\r\n");
    }

    @Test
    void escapesCellsThatSpreadsheetsWouldEvaluate() {
        for (String value : List.of("=1+2", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1")) {
            CaseResult result = Samples.measured(
                    Samples.id("m", Map.of("size", value), 1), new Metric(-5.5, 1, "ops/ms"), new double[] {-5.5});

            assertThat(CsvReport.statistics(Samples.run(List.of(result))))
                    .contains(",\"'" + Printable.lines(value) + "\",");
        }
    }

    @Test
    void keepsNegativeNumbers() {
        CaseResult result = Samples.measured(
                Samples.id("m", Map.of("size", "-1"), 1), new Metric(-5.5, 1, "ops/ms"), new double[] {-5.5});

        assertThat(CsvReport.statistics(Samples.run(List.of(result)))).contains(",-1,", ",-5.5,");
    }
}
