// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.ReportColumn.Place;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.text.Csv;
import io.microbench.warning.Warning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes a run as comma-separated values (RFC 4180), with a header: a table of statistics, and a table of raw iterations.
 *
 * <p>Numbers are not rounded; a missing number is an empty cell.
 */
public final class CsvReport {

    private final List<String> parameters;

    private CsvReport(RunRecord run) {
        TreeSet<String> names = new TreeSet<>();
        run.cases().forEach(c -> names.addAll(c.id().parameters().keySet()));
        parameters = List.copyOf(names);
    }

    /**
     * Returns one row for each case: JMH's score and error; the estimate and interval over forks; mean, standard deviation (n - 1),
     * minimum, median, 90th and 99th percentile (type 6) and maximum of the measured iterations; the half-width of the 95 % interval over
     * forks as a share of the value; the numbers of unsteady forks and of starved iterations; the estimated number of forks for the
     * requested half-width, or else for half of the current one; the number of measured iterations outside Tukey's fences (all statistics
     * include them); and the kinds of warnings.
     */
    public static String statistics(RunRecord run) {
        CsvReport csv = new CsvReport(run);
        List<ReportColumn<CaseRow>> columns = CaseColumns.of(Place.CSV, List.of());
        StringBuilder text = new StringBuilder(csv.header(
                columns.stream().flatMap(column -> column.names().stream()).toList()));
        Map<String, Set<String>> kinds = new HashMap<>();
        Warning.of(run).forEach(warning -> kinds.computeIfAbsent(warning.subject(), subject -> new LinkedHashSet<>())
                .add(warning.kind().name()));
        for (CaseResult result : run.cases()) {
            CaseRow row = CaseRow.of(
                    result, String.join(" ", kinds.getOrDefault(result.id().text(), Set.of())));
            List<String> cells = csv.identity(result);
            columns.forEach(column -> cells.addAll(column.csv(row)));
            text.append(Csv.row(cells));
        }
        return text.toString();
    }

    /** Writes one row for each iteration of each fork, including warm-up, in the order in which they ran. */
    public static void raw(RunRecord run, Appendable out) throws IOException {
        CsvReport csv = new CsvReport(run);
        out.append(csv.header(List.of(
                "fork", "phase", "iteration", "end", "score", "unit", "samples", "starved", "seconds", "node")));
        for (CaseResult result : run.cases()) {
            csv.rawRows(result, out);
        }
    }

    private String header(List<String> more) {
        List<String> cells = new ArrayList<>(List.of("case", "class", "method"));
        // The prefix "param." distinguishes a parameter from a column of the same name.
        parameters.forEach(name -> cells.add("param." + name));
        cells.addAll(List.of("threads", "mode"));
        cells.addAll(more);
        return Csv.row(cells);
    }

    private List<String> identity(CaseResult result) {
        List<String> cells = new ArrayList<>(
                List.of(result.id().text(), result.id().className(), result.id().method()));
        parameters.forEach(name -> cells.add(result.id().parameters().getOrDefault(name, "")));
        cells.add(Integer.toString(result.id().threads()));
        cells.add(result.plan().mode().label());
        return cells;
    }

    private void rawRows(CaseResult result, Appendable out) throws IOException {
        String unit = result.score().map(Metric::unit).orElse("");
        String identity = Csv.joined(identity(result));
        for (ForkResult fork : result.forks()) {
            for (IterationResult iteration : fork.iterations()) {
                out.append(identity)
                        .append(',')
                        .append(Csv.row(List.of(
                                Integer.toString(fork.number()),
                                iteration.phase().name().toLowerCase(Locale.ROOT),
                                Integer.toString(iteration.number()),
                                iteration.end().toString(),
                                Csv.number(iteration.score()),
                                unit,
                                Long.toString(iteration.samples()),
                                iteration
                                        .signs()
                                        .map(signs -> Boolean.toString(signs.starved()))
                                        .orElse(""),
                                iteration
                                        .signs()
                                        .map(signs -> Csv.number(signs.seconds()))
                                        .orElse(""),
                                fork.node().orElse(""))));
            }
        }
    }
}
