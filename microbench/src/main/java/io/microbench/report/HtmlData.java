// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory.HistoryChange;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.report.ReportColumn.Place;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curves.SecondaryRate;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Interval;
import io.microbench.warning.Warning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Packs a run for the page. Each iteration is stored as its distance from the median of its case.
 *
 * <p>Scores and errors are exact. Iterations are rounded to the decimal place that gives the median six significant digits, as many as the
 * page shows; in a large run five, if the iterations differ by at least a thousandth. All other numbers have seven digits. {@code data.js}
 * reads the data and names the fields.
 */
final class HtmlData {

    /** Maximum number of failures that are shown with stack trace and output; further failures show only their message. */
    private static final int FULL_FAILURES = 50;

    private static final int LONGEST_TRACE = 4_000;

    /**
     * Maximum number of iterations in a page, three characters each after compression; the page of a larger run contains only every second
     * or third iteration. Each case reduces it by {@value #ITERATIONS_OF_A_CASE}, so that a page of 5,000 cases stays below 2 MB.
     */
    static final int MOST_ITERATIONS = 600_000;

    private static final int ITERATIONS_OF_A_CASE = 95;
    private static final int FEWEST_ITERATIONS = 100_000;

    /** Maximum number of iterations of a run for which all have six digits. */
    private static final int FEW_ITERATIONS = 20_000;

    private static final int DIGITS = 7;

    private final RerunCommand command;
    private final Map<CaseId, CaseVerdict> verdicts = new HashMap<>();
    private final Map<String, HistorySegment> history;
    private final Map<String, List<Warning>> warningsBySubject;
    private final Map<String, List<String>> sentences;
    private final List<String> parameters;
    private final Set<CaseId> tied;
    private final List<CaseRow> rows;
    private final List<ReportColumn<CaseRow>> columns;
    private final int every;
    private final boolean isLarge;
    private int failures;

    HtmlData(
            RunRecord run,
            Optional<RunComparison> comparison,
            Map<String, HistorySegment> history,
            List<Warning> warnings,
            Map<String, List<String>> sentences) {
        this.command = RerunCommand.of(run);
        this.sentences = sentences;
        this.history = history;
        long iterations = run.cases().stream()
                .flatMap(c -> c.forks().stream())
                .mapToLong(fork -> fork.iterations().size())
                .sum();
        int most = Math.max(
                FEWEST_ITERATIONS,
                MOST_ITERATIONS - ITERATIONS_OF_A_CASE * run.cases().size());
        every = (int) Math.max(1, (iterations + most - 1) / most);
        isLarge = iterations > FEW_ITERATIONS;
        warningsBySubject = warnings.stream().collect(Collectors.groupingBy(Warning::subject));
        comparison.ifPresent(c -> c.verdicts().forEach(v -> verdicts.put(v.id(), v)));
        TreeSet<String> names = new TreeSet<>();
        run.cases().forEach(c -> names.addAll(c.id().parameters().keySet()));
        parameters = List.copyOf(names);
        tied = SuiteSentence.tiedSnippets(run);
        rows = run.cases().stream().map(CaseRow::of).toList();
        columns = CaseColumns.of(Place.PAGE, rows);
    }

    String json() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("params", parameters);
        page.put("command", List.of(command.before(), command.after()));
        if (every > 1) {
            page.put("every", every);
        }
        page.put(
                "columns",
                columns.stream().map(column -> head(column.heading(), column)).toList());
        if (!verdicts.isEmpty()) {
            page.put(
                    "verdicts",
                    VerdictTable.COLUMNS.stream()
                            .map(column -> head(column.places().contains(Place.PAGE) ? column.label() : "", column))
                            .toList());
        }
        page.put(
                "levels",
                new TreeMap<>(
                        Map.of("error", Confidence.JMH_ERROR.percent(), "forks", Confidence.OVER_FORKS.percent())));
        page.put("says", sentences);
        // The cases are packed lazily, one by one, while the page is written.
        page.put("cases", (Iterable<?>)
                () -> rows.stream().<Object>map(this::packed).iterator());
        return Html.json(page);
    }

    /** Returns the header of a column; a column without a label is not shown in the page's table. */
    private static List<String> head(String label, ReportColumn<?> column) {
        List<String> head =
                new ArrayList<>(List.of(label, column.title(), column.format().inPage()));
        head.addAll(column.names());
        return head;
    }

    private Map<String, Object> packed(CaseRow row) {
        CaseResult result = row.result();
        CaseId id = result.id();
        Map<String, Object> packed = new LinkedHashMap<>();
        packed.put("id", id.text());
        packed.put("a", Html.anchor(id));
        packed.put("q", command.chosen(id));
        packed.put("c", id.className());
        packed.put("m", id.method());
        packed.put(
                "p",
                parameters.stream()
                        .map(name -> id.parameters().getOrDefault(name, ""))
                        .toList());
        packed.put("t", id.threads());
        packed.put("mode", result.plan().mode().label());
        packed.put("st", result.status().name().substring(0, 1));
        if (!result.reason().isEmpty()) {
            packed.put("why", result.reason());
        }
        if (row.isMeasured()) {
            packed.put("k", values(columns, row, true));
            packed.put(
                    "s",
                    List.of(
                            row.metric().map(Metric::score).orElse(Double.NaN),
                            row.metric().map(Metric::error).orElse(Double.NaN)));
            if (result.plan().inProcess()) {
                packed.put("ip", 1);
            }
            packed.put("n", row.forks().values().size());
            if (tied.contains(id)) {
                packed.put("tie", 1);
            }
        }
        List<String> remarks = Remarks.of(result);
        if (!remarks.isEmpty()) {
            packed.put("rm", String.join("; ", remarks));
        }
        // The row shows each warning's short text; the details show its sentence, if any.
        List<List<String>> warnings = new ArrayList<>();
        Remarks.warnings(result).forEach(mark -> warnings.add(List.of(mark, "")));
        warningsBySubject
                .getOrDefault(id.text(), List.of())
                .forEach(warning -> warnings.add(List.of(warning.mark(), warning.message())));
        put(packed, "warn", warnings);
        Optional.ofNullable(verdicts.get(id)).ifPresent(verdict -> pack(verdict, packed));
        IterationGrid grid = IterationGrid.of(result, isLarge);
        packed.put("x", List.of(grid.places(), whole(grid.middle())));
        packed.put("f", result.forks().stream().map(fork -> packed(fork, grid)).toList());
        pack(result, packed);
        return packed;
    }

    private static void put(Map<String, Object> packed, String name, List<?> values) {
        if (!values.isEmpty()) {
            packed.put(name, values);
        }
    }

    private <R> List<Object> values(List<ReportColumn<R>> columns, R row, boolean exactScores) {
        List<Object> values = new ArrayList<>();
        for (ReportColumn<R> column : columns) {
            ReportColumn.Value value = column.value(row);
            if (!column.format().isNumber()) {
                values.add(value.text());
                continue;
            }
            boolean exact = exactScores && column.format() == ReportColumn.Format.SCORE;
            values.add(exact ? value.first() : rounded(value.first()));
            if (column.names().size() > 1) {
                values.add(rounded(value.second()));
            }
        }
        return values;
    }

    private void pack(CaseVerdict v, Map<String, Object> packed) {
        if (Double.isFinite(v.baselineValue())) {
            List<Double> baseline = new ArrayList<>(List.of(rounded(v.baselineValue())));
            v.baselineInterval()
                    .ifPresent(interval -> baseline.addAll(List.of(rounded(interval.low()), rounded(interval.high()))));
            packed.put("b", baseline);
        }
        List<Object> values = values(VerdictTable.COLUMNS, v, false);
        values.add(0, VerdictTable.name(v));
        packed.put("w", values);
    }

    private List<Object> packed(ForkResult fork, IterationGrid grid) {
        double[] scores = fork.scores();
        int warmup = fork.warmupIterations();
        List<Object> steps = new ArrayList<>();
        for (int i = 0; i < scores.length; i = i < warmup ? Math.min(warmup, i + every) : i + every) {
            steps.add(whole(grid.steps(scores[i])));
        }
        String failure = fork.failure().map(this::describe).orElse("");
        List<Object> packed = new ArrayList<>(List.of(fork.number(), (warmup + every - 1) / every, steps, failure));
        if (every > 1) {
            packed.add(rounded(fork.value().orElse(Double.NaN)));
        }
        return packed;
    }

    private String describe(Failure failure) {
        if (failures++ >= FULL_FAILURES) {
            return failure.kind() + ": " + failure.message();
        }
        String trace = failure.stackTrace().isEmpty() ? failure.message() : failure.stackTrace();
        String all = failure.kind() + ": " + trace + "\n\n" + String.join(" ", failure.command()) + "\n\n"
                + String.join("\n", failure.outputTail());
        return all.length() <= LONGEST_TRACE ? all : all.substring(0, LONGEST_TRACE) + "…";
    }

    private void pack(CaseResult result, Map<String, Object> packed) {
        List<Object> secondary = new ArrayList<>();
        result.secondary().forEach((label, ofJmh) -> {
            Metric metric = SecondaryRate.metric(result, label, ofJmh);
            secondary.add(List.of(label, rounded(metric.score()), rounded(metric.error()), metric.unit()));
        });
        put(packed, "sec", secondary);
        List<Object> echo = new ArrayList<>();
        result.forks().stream().limit(1).forEach(fork -> fork.echo()
                .forEach((key, value) -> echo.add(List.of(key, value))));
        put(packed, "echo", echo);
        Optional.ofNullable(history.get(result.id().text())).ifPresent(past -> packed.put("h", packed(past)));
    }

    private static List<List<Object>> packed(HistorySegment past) {
        List<HistoryEntry> changed =
                past.changes().stream().map(HistoryChange::firstAfter).toList();
        return past.entries().stream()
                .map(entry -> {
                    Optional<Interval> interval = entry.summary().interval();
                    List<Object> packed = new ArrayList<>(List.of(
                            entry.run().time().getEpochSecond(),
                            entry.run().commit().orElse(""),
                            rounded(entry.value()),
                            rounded(interval.map(Interval::low).orElse(Double.NaN)),
                            rounded(interval.map(Interval::high).orElse(Double.NaN)),
                            changed.contains(entry) ? 1 : 0));
                    if (entry.summary().mostlyStarved()) {
                        packed.add(1);
                    }
                    return packed;
                })
                .toList();
    }

    private static double rounded(double value) {
        return Html.rounded(value, DIGITS);
    }

    /** Returns a long if the number is whole and fits into one, so that it is written without a decimal point. */
    private static Number whole(double value) {
        if (value == (long) value) {
            return (long) value;
        }
        return value;
    }

    /** The decimal places to which the iterations of a case are rounded, and their median in units of the last place. */
    record IterationGrid(int places, double middle) {

        static IterationGrid of(CaseResult result, boolean isLarge) {
            double[] values = result.forks().stream()
                    .flatMapToDouble(fork -> Arrays.stream(fork.scores()))
                    .filter(Double::isFinite)
                    .toArray();
            if (values.length == 0) {
                return new IterationGrid(0, 0);
            }
            double median = Descriptive.median(values);
            double distance = Descriptive.median(
                    Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
            double size = Math.max(Math.abs(median), distance);
            int digits = isLarge && distance > size / 1000 ? 5 : 6;
            int places = size == 0 ? digits : Math.min(300, digits - 1 - (int) Math.floor(Math.log10(size)));
            return new IterationGrid(places, Math.rint(median * Math.pow(10, places)));
        }

        /** Returns the distance of a value from the median, in units of the last place. */
        double steps(double value) {
            double scaled = value * Math.pow(10, places);
            // Values far below the median keep their significant digits.
            return (Math.abs(scaled) < 1000 ? rounded(scaled) : Math.rint(scaled)) - middle;
        }
    }
}
