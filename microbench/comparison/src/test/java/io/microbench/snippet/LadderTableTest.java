// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.Samples;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.SnippetTable.Form;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the output for snippets that are measured with several numbers of workers. */
class LadderTableTest {

    private static final Question QUESTION = Question.of(Snippet.of("put"));

    private static SnippetResult rung(String name, Map<String, String> inputs, int workers, double... rates) {
        SnippetCase one =
                new SnippetCase(QUESTION, new Row(0, name, Question.Variant.HERE), inputs).withWorkers(workers);
        Arrays.stream(rates).forEach(rate -> one.add(MadeFork.samples(rate)));
        return one.result();
    }

    private static SnippetResult rung(String name, int workers, double... rates) {
        return rung(name, Map.of(), workers, rates);
    }

    private static List<String> lines(Optional<Form> form, SnippetResult... rungs) {
        return SnippetTable.render(
                        Samples.run(List.of()), List.of(rungs), form, Optional.empty(), ConsoleStyle.plain(), Map.of())
                .lines()
                .map(line -> line.strip().replaceAll(" {2,}", " ").replaceAll("■+", "#"))
                .toList();
    }

    @Test
    void printsFewRungsAsRowsAndCurve() {
        assertThat(lines(Optional.empty(), rung("put", 2, 20e6), rung("put", 1, 10e6)))
                .containsExactly(
                        "Snippet || ips ips/|| Time",
                        "put 1 10.00 M 10.00 M 100.00 ns",
                        "put 2 20.00 M 10.00 M 100.00 ns",
                        "",
                        "put",
                        "no concurrency: # 10,000,000 ops/s",
                        "2 workers: # 20,000,000 ops/s");
    }

    @Test
    void comparesSnippetsWithSameWorkers() {
        assertThat(lines(
                        Optional.empty(),
                        rung("put", 1, 10e6),
                        rung("put", 2, 8e6),
                        rung("get", 1, 5e6),
                        rung("get", 2, 16e6)))
                .startsWith(
                        "Snippet || ips ips/|| Time Rel",
                        "put 1 10.00 M 10.00 M 100.00 ns 100%",
                        "get 1 5.00 M 5.00 M 200.00 ns ≈ 50%",
                        "get 2 16.00 M 8.00 M 125.00 ns 100%",
                        "put 2 8.00 M 4.00 M 250.00 ns ≈ 50%",
                        "")
                .contains("no concurrency", "put: # 10,000,000 ops/s", "2 workers", "get: # 16,000,000 ops/s");
    }

    private static SnippetResult[] many() {
        List<SnippetResult> rungs = new ArrayList<>();
        for (int workers = 1; workers <= 5; workers++) {
            rungs.add(rung("put", workers, workers * 1e6).with(Map.of(50.0, 900.0, 99.0, 4000.0)));
        }
        rungs.add(rung("put", 6));
        return rungs.toArray(SnippetResult[]::new);
    }

    @Test
    void printsManyRungsAsCurveAndFailuresAsRows() {
        assertThat(lines(Optional.empty(), many()))
                .startsWith("Snippet || ips ips/|| Time", "put 6 not run", "", "put")
                .contains(
                        "Workers ops/s Per worker Efficiency p50 p99", "5 5,000,000 1,000,000 100.0% 900 ns 4 µs peak");
        assertThat(lines(Optional.empty(), rung("put", 1, 1e6), rung("put", 2, 2e6), rung("put", 3, 3e6)))
                .startsWith("put", "no concurrency: # 1,000,000 ops/s");
        assertThat(lines(Optional.of(Form.BASIC), many())).contains("put 5 5.00 M 1.00 M 1.00 µs 900 ns n/a 4 µs n/a");
    }

    @Test
    void printsCurveForEachCombination() {
        assertThat(lines(
                        Optional.empty(),
                        rung("f", Map.of("n", "1"), 1, 10e6),
                        rung("f", Map.of("n", "1"), 2, 20e6),
                        rung("f", Map.of("n", "9"), 1, 30e6),
                        rung("f", Map.of("n", "9"), 2, 40e6)))
                .contains("f, n = 1: # 10,000,000 ops/s", "f, n = 9: # 40,000,000 ops/s");
    }

    @Test
    void computesIntervalOverForksOnly() {
        SnippetCase oneFork = new SnippetCase(QUESTION, new Row(0, "put", Question.Variant.HERE), Map.of());
        oneFork.add(MadeFork.samples(1e6, 1.1e6, 0.9e6));

        assertThat(oneFork.result().rateInterval()).isPresent();
        assertThat(oneFork.result().rung().interval()).isEmpty();
        assertThat(rung("put", 2, 1e6, 1.1e6).rung().interval())
                .hasValueSatisfying(
                        interval -> assertThat(interval.contains(1.05e6)).isTrue());
    }

    @Test
    void printsLatencyForSingleRung() {
        SnippetResult timed = rung("put", 1, 1e6).with(Map.of(50.0, 900.0, 90.0, 950.0, 99.0, 4000.0, 99.9, 9000.0));

        assertThat(lines(Optional.empty(), timed, rung("get", 1, 2e6)))
                .containsExactly(
                        "Snippet || ips Time p50 p90 p99 p99.9 Rel",
                        "get 1 2.00 M 500.00 ns n/a n/a n/a n/a 100%",
                        "put 1 1.00 M 1.00 µs 900 ns 950 ns 4 µs 9 µs ≈ 50%");
    }
}
