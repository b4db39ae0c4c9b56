// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.judge.CountedBytes;
import io.microbench.report.ConsoleCurves;
import io.microbench.report.EnvironmentBlock;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Percentiles;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.Quantity.UnitChoice;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Formats snippets as a table, by ascending number of workers, fastest first, with a section for each combination of
 * inputs; with several numbers of workers, curves follow.
 *
 * <p>The column ips contains the calls per second of all workers, Time the time of one call, Net the same without the
 * time of an empty call. p50 to p99.9 are percentiles of single calls. B/op is the number of allocated bytes, shown if
 * any snippet allocates. Rel is the rate as a share of the best rate with the same number of workers, or of the rate of
 * the row's baseline; "≈" marks values that differ from 100 % by at most 1 % or not significantly ({@link
 * SnippetOrder}). Samples with a duration are shown as calls per second, samples with a number of calls as the time of
 * all calls; the headings contain the unit.
 */
public final class SnippetTable {

    /** Minimum number of samples for which statistics are shown by default. */
    public static final int EXTENDED_FROM = 10;

    private static final double HIGH_PERCENTILE = 99;
    private static final Map<String, Double> LATENCIES =
            new TreeMap<>(Map.of("p50", 50.0, "p90", 90.0, "p99", 99.0, "p99.9", 99.9));
    /** With more worker counts than this, only curves are shown unless a form is requested. */
    private static final int MOST_COMPARED = 4;
    /** With more worker counts than this, a single curve is shown without rows. */
    private static final int MOST_ALONE = 2;

    public enum Form {
        /** Rate, time of a call, and rate relative to the baseline. */
        BASIC,
        /** Also statistics of the samples. */
        EXTENDED,
        /** Also a description of the system. */
        FULL
    }

    private final List<SnippetResult> snippets;
    private final boolean extended;
    private final boolean several;
    private final boolean concurrent;
    private final boolean net;
    private final boolean latency;
    private final boolean allocation;
    private final Optional<UnitChoice> unit;
    private final ConsoleStyle style;
    private final Map<String, String> baselines;

    private enum Layout {
        WIDE,
        /** The values of a snippet are in the row below its name. */
        TALL,
        /** Like {@link #TALL}, without allocated bytes. */
        SHORT
    }

    /** A column of a section: its heading, and the cell of each snippet. */
    private record Column(String heading, Function<SnippetResult, String> cell) {}

    private SnippetTable(
            List<SnippetResult> snippets,
            boolean extended,
            Optional<UnitChoice> unit,
            ConsoleStyle style,
            Map<String, String> baselines) {
        this.snippets = snippets;
        this.extended = extended;
        this.unit = unit;
        this.style = style;
        this.baselines = baselines;
        this.several = sections(snippets).values().stream().anyMatch(section -> counts(section) < section.size());
        this.net = snippets.stream().anyMatch(snippet -> snippet.overhead().isPresent());
        this.allocation = snippets.stream()
                .anyMatch(snippet ->
                        snippet.counted().filter(CountedBytes::isMore).isPresent());
        this.latency = snippets.stream().anyMatch(snippet -> !snippet.latency().isEmpty());
        this.concurrent = snippets.stream().anyMatch(snippet -> snippet.workers() > 1);
    }

    /**
     * Returns the table, each line ended by a line feed.
     *
     * @param form the level of detail; if empty, {@link Form#EXTENDED} from {@value #EXTENDED_FROM} samples on
     * @param unit the unit of all values in a column of a section; if empty, each value has the best fitting unit
     * @param baselines the name of the baseline of each row, by the name of the row; if empty, the best row is the
     *     baseline of all
     */
    public static String render(
            RunRecord run,
            List<SnippetResult> snippets,
            Optional<Form> form,
            Optional<UnitChoice> unit,
            ConsoleStyle style,
            Map<String, String> baselines) {
        Form shown = form.orElse(usual(snippets));
        String system = shown == Form.FULL ? EnvironmentBlock.render(run, style) + "\n" : "";
        boolean extended = shown != Form.BASIC;
        if (snippets.stream().map(SnippetResult::title).distinct().count() == snippets.size()) {
            return system + new SnippetTable(snippets, extended, unit, style, baselines).render();
        }
        List<Curve> curves = curves(snippets);
        // The tables of curves contain all rungs; rows are only for snippets that were not measured.
        List<SnippetResult> rows = form.isPresent() || curves.stream().allMatch(curve -> hasRows(curve, curves.size()))
                ? snippets
                : snippets.stream().filter(snippet -> !snippet.isMeasured()).toList();
        String table = rows.isEmpty()
                ? ""
                : new SnippetTable(rows, extended, unit, style, baselines).render() + (curves.isEmpty() ? "" : "\n");
        return system + table + ConsoleCurves.render(curves, style);
    }

    private static Form usual(List<SnippetResult> snippets) {
        int samples = snippets.stream()
                .mapToInt(snippet -> snippet.samples().length)
                .max()
                .orElse(0);
        return samples >= EXTENDED_FROM ? Form.EXTENDED : Form.BASIC;
    }

    /** Returns the curves, in the order of the results, of snippets measured with several numbers of workers. */
    private static List<Curve> curves(List<SnippetResult> results) {
        Map<String, List<Rung>> rungs = new LinkedHashMap<>();
        results.stream().filter(SnippetResult::isMeasured).forEach(result -> rungs.computeIfAbsent(
                        result.title(), none -> new ArrayList<>())
                .add(result.rung()));
        return rungs.entrySet().stream()
                .filter(curve -> curve.getValue().size() > 1)
                .map(curve -> new Curve(curve.getKey(), curve.getValue()))
                .toList();
    }

    /** Returns whether the rungs of a curve also have rows: only if there are few. */
    private static boolean hasRows(Curve curve, int curves) {
        return curve.rungs().size() <= (curves > 1 ? MOST_COMPARED : MOST_ALONE);
    }

    private static Map<Map<String, String>, List<SnippetResult>> sections(List<SnippetResult> snippets) {
        return snippets.stream()
                .collect(Collectors.groupingBy(SnippetResult::inputs, LinkedHashMap::new, Collectors.toList()));
    }

    private static long counts(List<SnippetResult> section) {
        return section.stream().mapToInt(SnippetResult::workers).distinct().count();
    }

    /**
     * Returns the reference of a row, with the same number of workers: its baseline or, without baselines, the fastest
     * row, which comes first. Empty if the baseline was not measured.
     */
    private Optional<SnippetResult> reference(List<SnippetResult> measured, SnippetResult snippet) {
        return measured.stream()
                .filter(other -> other.workers() == snippet.workers())
                .filter(other -> baselines.isEmpty() || other.name().equals(baselines.get(snippet.name())))
                .findFirst();
    }

    private String render() {
        List<String> parts = new ArrayList<>();
        sections(snippets).forEach((inputs, section) -> {
            String title = Inputs.text(inputs);
            parts.add((title.isEmpty() ? "" : cut(title) + "\n") + table(section));
        });
        return String.join("\n", parts);
    }

    private String table(List<SnippetResult> section) {
        List<SnippetResult> measured = measured(section);
        List<SnippetResult> others =
                section.stream().filter(snippet -> !snippet.isMeasured()).toList();
        String table = "";
        for (Layout layout : Layout.values()) {
            table = table(measured, others, layout);
            if (style.width() == 0 || table.lines().allMatch(line -> plain(line).length() <= style.width())) {
                break;
            }
        }
        // The last layout is the narrowest; it is used even if it does not fit.
        return table;
    }

    private static List<SnippetResult> measured(List<SnippetResult> section) {
        return section.stream()
                .filter(SnippetResult::isMeasured)
                .sorted(Comparator.comparingInt(SnippetResult::workers)
                        .thenComparing(
                                Comparator.comparingDouble(SnippetResult::rate).reversed()))
                .toList();
    }

    private static String plain(String line) {
        return line.replaceAll("\u001B\\[\\d*m", "");
    }

    /**
     * Formats one section. On a narrow console, each snippet is above its values, and the heading of the samples is N;
     * on a narrower console, allocated bytes are omitted.
     */
    private String table(List<SnippetResult> measured, List<SnippetResult> others, Layout layout) {
        boolean tall = layout != Layout.WIDE;
        TextTable table = new TextTable(style).cuttingEnds().left(tall ? "" : "Snippet");
        List<Column> columns = columns(measured, layout);
        columns.forEach(column -> table.right(column.heading(), tall ? 1 : 2));
        measured.forEach(snippet -> table.row(cells(tall ? "" : snippet.name(), columns, snippet)));
        if (!tall) {
            others.forEach(snippet -> table.row(known(snippet), snippet.result().withoutScore(), Colour.RED));
            return table.render();
        }
        List<String> lines =
                table.render().lines().map(line -> line.substring(1)).toList();
        List<String> text = new ArrayList<>(List.of("Snippet", lines.get(0)));
        for (int i = 0; i < measured.size(); i++) {
            text.addAll(List.of(cut(measured.get(i).name()), lines.get(i + 1)));
        }
        others.forEach(snippet -> text.addAll(
                List.of(cut(snippet.name()), cut(" " + snippet.result().withoutScore()))));
        return String.join("\n", text) + "\n";
    }

    private List<String> known(SnippetResult snippet) {
        return concurrent ? List.of(snippet.name(), Integer.toString(snippet.workers())) : List.of(snippet.name());
    }

    private String cut(String text) {
        String shown = style.text(text);
        return style.width() == 0 || shown.length() <= style.width()
                ? shown
                : shown.substring(0, style.width() - 1) + style.text("…").charAt(0);
    }

    private static List<String> cells(String name, List<Column> columns, SnippetResult snippet) {
        List<String> cells = new ArrayList<>(List.of(name));
        columns.forEach(column -> cells.add(column.cell().apply(snippet)));
        return cells;
    }

    /** Returns the columns of a section; the values of a column have one unit if that was requested. */
    private List<Column> columns(List<SnippetResult> measured, Layout layout) {
        DoubleFunction<String> time = scale(Quantity.DURATION, measured.stream().mapToDouble(SnippetResult::nanos));
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("||", snippet -> Integer.toString(snippet.workers())));
        columns.addAll(extended ? statistics(measured, layout) : rates(measured));
        columns.add(new Column(extended ? "Iteration" : "Time", snippet -> time.apply(snippet.nanos())));
        if (latency) {
            LATENCIES.forEach((name, percentile) -> columns.add(new Column(
                    name, snippet -> shown(Optional.ofNullable(snippet.latency().get(percentile)), time::apply))));
        }
        if (net) {
            columns.add(new Column(
                    "Net", snippet -> shown(snippet.net().stream().boxed().findFirst(), time::apply)));
        }
        if (allocation && layout != Layout.SHORT) {
            columns.add(new Column("B/op", snippet -> shown(snippet.counted(), SnippetTable::bytes)));
        }
        if (several) {
            columns.add(new Column(
                    "Rel",
                    snippet -> shown(reference(measured, snippet), other -> relation(snippet, other, measured))));
        }
        return columns;
    }

    private static <T> String shown(Optional<T> value, Function<T, String> format) {
        return value.map(format).orElse(Numbers.NONE);
    }

    private List<Column> rates(List<SnippetResult> measured) {
        DoubleFunction<String> rate = scale(Quantity.COUNT, measured.stream().mapToDouble(SnippetResult::rate));
        Column all = new Column("ips", snippet -> rate.apply(snippet.rate()));
        return concurrent
                ? List.of(all, new Column("ips/||", snippet -> rate.apply(snippet.rate() / snippet.workers())))
                : List.of(all);
    }

    private List<Column> statistics(List<SnippetResult> measured, Layout layout) {
        boolean loop = measured.stream().anyMatch(snippet -> snippet.loop() > 0);
        DoubleFunction<String> sample = scale(
                loop ? Quantity.DURATION : Quantity.COUNT,
                measured.stream().mapToDouble(snippet -> Descriptive.mean(snippet.samples())));
        String per = "/" + snippets.stream().findFirst().map(SnippetTable::unit).orElse("s");
        return List.of(
                new Column(
                        layout == Layout.WIDE ? "Samples" : "N", snippet -> Integer.toString(snippet.samples().length)),
                new Column("Avg" + per, snippet -> sample.apply(Descriptive.mean(snippet.samples()))),
                new Column(
                        "StdDev",
                        snippet -> shown(
                                Descriptive.deviationPercent(snippet.samples()).stream()
                                        .boxed()
                                        .findFirst(),
                                deviation -> Numbers.percent(deviation / 100))),
                new Column("Median" + per, snippet -> sample.apply(Descriptive.median(snippet.samples()))),
                new Column(
                        "P99" + per,
                        snippet ->
                                sample.apply(Percentiles.of(snippet.samples()).at(HIGH_PERCENTILE))));
    }

    private DoubleFunction<String> scale(Quantity quantity, DoubleStream values) {
        return unit.<DoubleFunction<String>>map(choice -> quantity.unitFor(choice, values.toArray())::format)
                .orElse(quantity::format);
    }

    /** Returns the unit of a sample: per second, or its number of calls with a suffix for thousands. */
    private static String unit(SnippetResult snippet) {
        long calls = snippet.loop();
        String suffixes = " KMG";
        int suffix = 0;
        while (calls > 0 && calls % 1000 == 0 && suffix + 1 < suffixes.length()) {
            calls /= 1000;
            suffix++;
        }
        return calls == 0 ? "s" : (calls + suffixes.substring(suffix, suffix + 1)).strip();
    }

    /** Formats the bytes that a call allocates, or an upper limit if JMH may have allocated them. */
    private static String bytes(CountedBytes bytes) {
        boolean less = bytes.perOperation() <= bytes.limit();
        double shown = less ? bytes.limit() : bytes.perOperation();
        double fine = shown < 10 ? 100 : 1;
        double rounded = (less ? Math.ceil(shown * fine) : Math.rint(shown * fine)) / fine;
        return (less ? "< " : bytes.isMore() ? "" : "≈ ") + Numbers.scaled(rounded);
    }

    private static String relation(SnippetResult snippet, SnippetResult reference, List<SnippetResult> measured) {
        double share = snippet.rate() / reference.rate();
        String text = share >= 0.01 ? Math.round(share * 100) + "%" : Numbers.percent(share);
        List<SnippetResult> compared = measured.stream()
                .filter(other -> other.workers() == snippet.workers())
                .toList();
        boolean open = !snippet.name().equals(reference.name()) && !SnippetOrder.isClear(snippet, reference, compared);
        return open && share != 1 ? "≈ " + text : text;
    }
}
