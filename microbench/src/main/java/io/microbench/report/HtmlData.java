// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.report.CaseColumn.Place;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curves.RateBeside;
import io.microbench.stats.Confidence;
import io.microbench.warning.Guard;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Packs a run for the page: every string once, every iteration as its distance from the median of its case.
 *
 * <p>Scores and their errors are exact. Iterations have the decimal places that give the median six digits, as many as the page shows;
 * of a large run five where they are no closer to each other than a thousandth. All else has seven digits.
 * {@code data.js} is the reader and names the fields.
 */
final class HtmlData {

    /** The most failures that are shown with their stack trace and output; further ones only have their message. */
    private static final int FULL_FAILURES = 50;

    private static final int LONGEST_TRACE = 4_000;

    /**
     * Iterations that a page carries, three characters each once compressed; of a larger run it has every second one, or every third.
     * Each case takes the place of {@value #ITERATIONS_OF_A_CASE}, so that a page of 5,000 cases stays below 2 MB.
     */
    static final int MOST_ITERATIONS = 600_000;

    private static final int ITERATIONS_OF_A_CASE = 95;
    private static final int FEWEST_ITERATIONS = 100_000;

    /** Up to this many iterations all have six digits. */
    private static final int FEW_ITERATIONS = 20_000;

    private static final MathContext DIGITS = new MathContext(7);

    private final RunRecord run;
    private final Map<CaseId, CaseVerdict> verdicts = new HashMap<>();
    private final Map<CaseId, List<HistoryPoint>> history;
    private final Map<String, List<Guard>> guards;
    private final Map<String, String> sentences;
    private final List<String> parameters;
    private final List<CaseRow> rows;
    private final List<CaseColumn> columns;
    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final StringWriter text = new StringWriter();
    private final JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text);
    private final int every;
    private final boolean isLarge;
    private int failures;

    private HtmlData(
            RunRecord run,
            Optional<RunComparison> comparison,
            Map<CaseId, List<HistoryPoint>> history,
            List<Guard> warnings,
            Map<String, String> sentences) {
        this.run = run;
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
        guards = warnings.stream().collect(Collectors.groupingBy(Guard::subject));
        comparison.ifPresent(c -> c.verdicts().forEach(v -> verdicts.put(v.id(), v)));
        TreeSet<String> names = new TreeSet<>();
        run.cases().forEach(c -> names.addAll(c.id().parameters().keySet()));
        parameters = List.copyOf(names);
        rows = run.cases().stream().map(CaseRow::of).toList();
        columns = CaseColumns.of(Place.PAGE, rows);
    }

    static String write(
            RunRecord run,
            Optional<RunComparison> comparison,
            Map<CaseId, List<HistoryPoint>> history,
            List<Guard> warnings,
            Map<String, String> sentences) {
        return new HtmlData(run, comparison, history, warnings, sentences).write();
    }

    private String write() {
        RerunCommand command = RerunCommand.of(run);
        json.writeStartObject();
        array("params", parameters);
        array("command", List.of(command.before(), command.after()));
        if (every > 1) {
            json.writeNumberProperty("every", every);
        }
        writeColumns();
        json.writeObjectPropertyStart("says");
        sentences.forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeArrayPropertyStart("cases");
        rows.forEach(this::write);
        json.writeEndArray();
        array("strings", new ArrayList<>(strings.keySet()));
        json.writeEndObject();
        json.close();
        return text.toString();
    }

    private void write(CaseRow row) {
        CaseResult result = row.result();
        CaseId id = result.id();
        json.writeStartObject();
        if (!id.text().equals(unescaped(id))) {
            json.writeStringProperty("id", id.text());
        }
        if (!Html.anchor(id).equals(id.text())) {
            json.writeStringProperty("a", Html.anchor(id));
        }
        String chosen = RerunCommand.chosen(id);
        if (!chosen.equals(id.className() + " -Dmicrobench.cases='" + id.text() + "'")) {
            json.writeStringProperty("q", chosen);
        }
        index("c", id.className());
        index("m", id.method());
        json.writeArrayPropertyStart("p");
        for (String name : parameters) {
            String value = id.parameters().get(name);
            json.writeNumber(value == null ? -1 : index(value));
        }
        json.writeEndArray();
        json.writeNumberProperty("t", id.threads());
        index("mode", result.plan().mode().label());
        json.writeStringProperty("st", result.status().name().substring(0, 1));
        if (!result.reason().isEmpty()) {
            index("why", result.reason());
        }
        if (row.isMeasured()) {
            writeNumbers(row);
        }
        List<String> remarks = Remarks.of(result);
        if (!remarks.isEmpty()) {
            index("rm", String.join("; ", remarks));
        }
        writeWarnings(result);
        Optional.ofNullable(verdicts.get(id)).ifPresent(this::write);
        writeForks(result);
        writeRest(result);
        json.writeEndObject();
    }

    /** Returns the name that the page can assemble itself; any other name is written. */
    private static String unescaped(CaseId id) {
        StringJoiner values = new StringJoiner(",");
        id.parameters().forEach((name, value) -> values.add(name + "=" + value));
        return id.benchmark() + ":" + values.add("threads=" + id.threads());
    }

    /** Writes the short text of each warning for the row, and the sentence for the details, if any. */
    private void writeWarnings(CaseResult result) {
        List<String> marks = Remarks.warnings(result);
        List<Guard> found = guards.getOrDefault(result.id().text(), List.of());
        if (marks.isEmpty() && found.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("warn");
        marks.forEach(mark -> writeWarning(mark, ""));
        found.forEach(guard -> writeWarning(guard.mark(), guard.message()));
        json.writeEndArray();
    }

    private void writeWarning(String words, String sentence) {
        json.writeStartArray();
        json.writeNumber(index(words));
        json.writeNumber(index(sentence));
        json.writeEndArray();
    }

    private void writeColumns() {
        json.writeArrayPropertyStart("columns");
        for (CaseColumn column : columns) {
            writeColumn(column.heading(), column.title(), column.format(), column.names());
        }
        json.writeEndArray();
        if (!verdicts.isEmpty()) {
            json.writeArrayPropertyStart("verdicts");
            for (VerdictColumn column : VerdictColumn.ALL) {
                writeColumn(column.inPage() ? column.label() : "", column.title(), column.format(), column.names());
            }
            json.writeEndArray();
        }
        json.writeObjectPropertyStart("levels");
        json.writeStringProperty("error", Confidence.JMH_ERROR.percent());
        json.writeStringProperty("forks", Confidence.OVER_FORKS.percent());
        json.writeEndObject();
    }

    /** Writes a column; one without a label is not in the page's table. */
    private void writeColumn(String label, String title, Enum<?> format, List<String> names) {
        json.writeStartArray();
        json.writeString(label);
        json.writeString(title);
        json.writeString(format.name().toLowerCase(Locale.ROOT));
        names.forEach(json::writeString);
        json.writeEndArray();
    }

    private void writeNumbers(CaseRow row) {
        json.writeArrayPropertyStart("k");
        for (CaseColumn column : columns) {
            CaseColumn.Value value = column.value(row);
            switch (column.format()) {
                case TEXT, NOTE -> json.writeNumber(index(value.text()));
                case COUNT, SCORE, ERROR -> number(value.first());
                case PERCENT -> rounded(value.first());
                case INTERVAL -> {
                    rounded(value.first());
                    rounded(value.second());
                }
            }
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("s");
        number(row.metric().map(Metric::score).orElse(Double.NaN));
        number(row.metric().map(Metric::error).orElse(Double.NaN));
        json.writeEndArray();
        if (row.result().plan().inProcess()) {
            json.writeNumberProperty("ip", 1);
        }
        json.writeNumberProperty("n", row.forks().values().size());
    }

    private void write(CaseVerdict v) {
        if (Double.isFinite(v.baselineValue())) {
            json.writeArrayPropertyStart("b");
            rounded(v.baselineValue());
            v.baselineInterval().ifPresent(interval -> {
                rounded(interval.low());
                rounded(interval.high());
            });
            json.writeEndArray();
        }
        json.writeArrayPropertyStart("w");
        json.writeNumber(index(v.verdict().name()));
        for (VerdictColumn column : VerdictColumn.ALL) {
            CaseColumn.Value value = column.value(v);
            if (column.format().isNumber()) {
                rounded(value.first());
            } else {
                json.writeNumber(index(value.text()));
            }
            if (column.names().size() > 1) {
                rounded(value.second());
            }
        }
        json.writeEndArray();
    }

    private void writeForks(CaseResult result) {
        IterationGrid grid = IterationGrid.of(result, isLarge);
        json.writeArrayPropertyStart("x");
        json.writeNumber(grid.places());
        whole(grid.middle());
        json.writeEndArray();
        json.writeArrayPropertyStart("f");
        for (ForkResult fork : result.forks()) {
            write(fork, grid);
        }
        json.writeEndArray();
    }

    private void write(ForkResult fork, IterationGrid grid) {
        double[] scores = fork.scores();
        int warmup = fork.warmupIterations();
        json.writeStartArray();
        json.writeNumber(fork.number());
        json.writeNumber((warmup + every - 1) / every);
        json.writeStartArray();
        for (int i = 0; i < scores.length; i = i < warmup ? Math.min(warmup, i + every) : i + every) {
            whole(grid.steps(scores[i]));
        }
        json.writeEndArray();
        json.writeNumber(fork.failure().map(f -> index(describe(f))).orElse(-1));
        if (every > 1) {
            number(round(fork.value().orElse(Double.NaN)));
        }
        json.writeEndArray();
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

    private void writeRest(CaseResult result) {
        if (!result.secondary().isEmpty()) {
            json.writeArrayPropertyStart("sec");
            result.secondary().forEach((label, ofJmh) -> {
                Metric metric = RateBeside.metric(result, label, ofJmh);
                json.writeStartArray();
                json.writeNumber(index(label));
                rounded(metric.score());
                rounded(metric.error());
                json.writeNumber(index(metric.unit()));
                json.writeEndArray();
            });
            json.writeEndArray();
        }
        if (!result.forks().isEmpty() && !result.forks().get(0).echo().isEmpty()) {
            json.writeArrayPropertyStart("echo");
            result.forks().get(0).echo().forEach((key, value) -> {
                json.writeStartArray();
                json.writeNumber(index(key));
                json.writeNumber(index(value));
                json.writeEndArray();
            });
            json.writeEndArray();
        }
        List<HistoryPoint> points = history.getOrDefault(result.id(), List.of());
        if (!points.isEmpty()) {
            json.writeArrayPropertyStart("h");
            points.forEach(this::write);
            json.writeEndArray();
        }
    }

    private void write(HistoryPoint point) {
        json.writeStartArray();
        json.writeNumber(point.time().getEpochSecond());
        json.writeNumber(index(point.commit()));
        rounded(point.value());
        rounded(point.low());
        rounded(point.high());
        json.writeNumber(point.changed() ? 1 : 0);
        if (point.starved()) {
            json.writeNumber(1);
        }
        json.writeEndArray();
    }

    private void array(String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    private void index(String name, String value) {
        json.writeNumberProperty(name, index(value));
    }

    private int index(String value) {
        Integer next = strings.size();
        Integer known = strings.putIfAbsent(value, next);
        return known == null ? next : known;
    }

    private void number(double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    /** Writes a number that is whole, without a decimal point if it fits into a long. */
    private void whole(double value) {
        if (value == (long) value) {
            json.writeNumber((long) value);
        } else {
            number(value);
        }
    }

    private void rounded(double value) {
        number(round(value));
    }

    static double round(double value) {
        return Double.isFinite(value) ? new BigDecimal(value, DIGITS).doubleValue() : value;
    }
}
