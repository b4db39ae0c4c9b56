// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.judge.CountedBytes;
import io.microbench.report.ConsoleCurves;
import io.microbench.report.EnvironmentBlock;
import io.microbench.report.PageTables;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Rung;
import io.microbench.stats.Descriptive;
import io.microbench.stats.Percentiles;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import io.microbench.text.UnitChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Formats snippets as a table, by ascending number of workers and the fastest first, with a section for each
 * combination of inputs; with several numbers of workers, curves follow.
 *
 * <p>QPS is the calls per second of all workers, Time the time of one call, Net the same without that of an empty call.
 * p50 to p99.9 are percentiles of single calls. B/op is the allocated bytes, shown if any snippet allocates. Rel is the
 * rate as a share of that of the best with the same number of workers, or of the row's baseline; "≈" marks values that
 * are not significantly different from 100 %, or by 1 % at most ({@link SnippetOrder}). Samples with a duration are
 * shown as calls per second, samples of a number of calls as the time of all of them; the headings name the unit.
 */
public final class SnippetTable {

    /** With this many samples their statistics are shown by default. */
    public static final int EXTENDED_FROM = 10;

    private static final double HIGH_PERCENTILE = 99;
    private static final Map<String, Double> LATENCIES =
            new TreeMap<>(Map.of("p50", 50.0, "p90", 90.0, "p99", 99.0, "p99.9", 99.9));
    /** With more numbers of workers only curves are shown, unless a form is requested. */
    private static final int MOST_COMPARED = 4;
    /** With more numbers of workers the table of a single curve is shown. */
    private static final int MOST_ALONE = 2;
    /** The style of a page, with full names and all characters. */
    private static final ConsoleStyle PAGE = new ConsoleStyle(0, true, false);

    private static final String REL =
            "QPS is the calls per second of all workers, Time the time of one call. Rel is the rate as a share of the"
                    + " best with the same number of workers, or of the baseline; ≈: not significantly different from 100 %, or by"
                    + " 1 % at most.";

    /** The level of detail. */
    public enum Form {
        /** Rate, time of a call, and rate relative to the baseline. */
        BASIC,
        /** Also statistics of the samples. */
        EXTENDED,
        /** Also a description of the system. */
        FULL
    }

    private static final String BYTES = "B/op";

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

    /** The layout of a section. */
    private enum Layout {
        /** A line for each snippet. */
        WIDE,
        /** The numbers of a snippet below its name. */
        TALL,
        /** Like {@link #TALL}, without allocated bytes. */
        SHORT
    }

    /** The formats of the values of a section. */
    private record Scales(DoubleFunction<String> rate, DoubleFunction<String> sample, DoubleFunction<String> time) {}

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
     * @param run the run that the snippets are from
     * @param snippets the snippets in any order
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
        List<Curve> curves = curves(snippets);
        // The tables of curves have all rungs; rows are for snippets without one.
        List<SnippetResult> rows = form.isPresent() || curves.stream().allMatch(curve -> hasRows(curve, curves.size()))
                ? snippets
                : snippets.stream().filter(snippet -> !snippet.isMeasured()).toList();
        String table = rows.isEmpty()
                ? ""
                : new SnippetTable(rows, shown != Form.BASIC, unit, style, baselines).render()
                        + (curves.isEmpty() ? "" : "\n");
        return system + table + ConsoleCurves.render(curves, style);
    }

    /**
     * Returns the tables for a page, with a row for each snippet.
     *
     * @param snippets the snippets in any order
     * @param form the level of detail; if empty, chosen by the number of samples
     * @param unit the unit of all values in a column of a section; if empty, each value has its own
     * @param baselines the name of the baseline of each row, by the name of the row; if empty, the best row is the
     *     baseline of all
     */
    public static PageTables tables(
            List<SnippetResult> snippets,
            Optional<Form> form,
            Optional<UnitChoice> unit,
            Map<String, String> baselines) {
        boolean extended = form.orElse(usual(snippets)) != Form.BASIC;
        SnippetTable table = new SnippetTable(snippets, extended, unit, PAGE, baselines);
        List<PageTables.Table> tables = new ArrayList<>();
        sections(snippets).forEach((inputs, section) -> tables.add(table.page(Inputs.text(inputs), section)));
        return new PageTables("Snippets", tables, table.several ? REL : "");
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

    private PageTables.Table page(String title, List<SnippetResult> section) {
        List<String> columns = new ArrayList<>(List.of("Snippet"));
        columns.addAll(columns(false));
        List<SnippetResult> measured = measured(section);
        List<List<String>> rows = new ArrayList<>(rows(measured));
        section.stream().filter(snippet -> !snippet.isMeasured()).forEach(snippet -> {
            List<String> cells = new ArrayList<>(known(snippet));
            cells.add(snippet.result().withoutScore());
            rows.add(cells);
        });
        return new PageTables.Table(title, columns, rows);
    }

    /** Returns whether the rungs of a curve have rows, to compare them with other curves: only a few have. */
    private static boolean hasRows(Curve curve, int curves) {
        return curve.rungs().size() <= (curves > 1 ? MOST_COMPARED : MOST_ALONE);
    }

    private static Map<Map<String, String>, List<SnippetResult>> sections(List<SnippetResult> snippets) {
        return snippets.stream()
                .collect(Collectors.groupingBy(SnippetResult::inputs, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns how many different numbers of workers a section has. */
    private static long counts(List<SnippetResult> section) {
        return section.stream().mapToInt(SnippetResult::workers).distinct().count();
    }

    /**
     * Returns the reference of a row: its baseline, if with the same number of workers, else the fastest with that
     * number, which is the first one, as rows are sorted. Empty if the baseline was not measured.
     */
    private Optional<SnippetResult> reference(List<SnippetResult> measured, SnippetResult snippet) {
        return measured.stream()
                .filter(other -> other.workers() == snippet.workers())
                .filter(other -> baselines.isEmpty() || other.name().equals(baselines.get(snippet.name())))
                .findFirst();
    }

    private static List<SnippetResult> compared(List<SnippetResult> measured, SnippetResult snippet) {
        return measured.stream()
                .filter(other -> other.workers() == snippet.workers())
                .toList();
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
        // The last one is the narrowest layout, used even if it does not fit.
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

    private List<List<String>> rows(List<SnippetResult> measured) {
        Scales scales = scales(measured);
        return measured.stream()
                .map(snippet -> cells(
                        snippet, reference(measured, snippet), compared(measured, snippet), scales, snippet.name()))
                .toList();
    }

    private static String plain(String line) {
        return line.replaceAll("\u001B\\[\\d*m", "");
    }

    /**
     * Formats one section. On a narrow console each snippet is above its numbers and the heading of the samples is N;
     * on a narrower one allocated bytes are omitted.
     */
    private String table(List<SnippetResult> measured, List<SnippetResult> others, Layout layout) {
        boolean tall = layout != Layout.WIDE;
        TextTable table = new TextTable(style).cuttingEnds().left(tall ? "" : "Snippet");
        List<String> columns = columns(tall);
        int dropped = layout == Layout.SHORT ? columns.indexOf(BYTES) : -1;
        without(dropped, columns).forEach(name -> table.right(name, tall ? 1 : 2));
        Scales scales = scales(measured);
        measured.forEach(snippet -> table.row(
                // The name is the first cell.
                without(
                        dropped < 0 ? dropped : dropped + 1,
                        cells(
                                snippet,
                                reference(measured, snippet),
                                compared(measured, snippet),
                                scales,
                                tall ? "" : snippet.name())),
                Colour.NONE));
        if (!tall) {
            others.forEach(snippet -> table.row(known(snippet), snippet.result().withoutScore(), Colour.RED));
            return table.render();
        }
        List<String> lines =
                table.render().lines().map(line -> line.substring(1)).toList();
        StringBuilder text = new StringBuilder("Snippet\n").append(lines.get(0)).append('\n');
        for (int i = 0; i < measured.size(); i++) {
            text.append(cut(measured.get(i).name()))
                    .append('\n')
                    .append(lines.get(i + 1))
                    .append('\n');
        }
        others.forEach(snippet -> text.append(cut(snippet.name()))
                .append('\n')
                .append(cut(" " + snippet.result().withoutScore()))
                .append('\n'));
        return text.toString();
    }

    private static List<String> without(int index, List<String> all) {
        List<String> others = new ArrayList<>(all);
        if (index >= 0) {
            others.remove(index);
        }
        return others;
    }

    /** Returns the first cells of a snippet that was not measured. */
    private List<String> known(SnippetResult snippet) {
        return concurrent ? List.of(snippet.name(), Integer.toString(snippet.workers())) : List.of(snippet.name());
    }

    private String cut(String text) {
        String shown = style.text(text);
        return style.width() == 0 || shown.length() <= style.width()
                ? shown
                : shown.substring(0, style.width() - 1) + style.text("…").charAt(0);
    }

    private List<String> columns(boolean tall) {
        List<String> names = new ArrayList<>(List.of("||"));
        if (extended) {
            String per =
                    "/" + snippets.stream().findFirst().map(SnippetTable::unit).orElse("s");
            names.addAll(
                    List.of(tall ? "N" : "Samples", "Avg" + per, "StdDev", "Median" + per, "P99" + per, "Iteration"));
        } else {
            names.add("QPS");
            if (concurrent) {
                names.add("QPS/||");
            }
            names.add("Time");
        }
        if (latency) {
            names.addAll(LATENCIES.keySet());
        }
        if (net) {
            names.add("Net");
        }
        if (allocation) {
            names.add(BYTES);
        }
        if (several) {
            names.add("Rel");
        }
        return names;
    }

    private Scales scales(List<SnippetResult> measured) {
        boolean loop = measured.stream().anyMatch(snippet -> snippet.loop() > 0);
        return new Scales(
                scale(Quantity.COUNT, measured.stream().mapToDouble(SnippetResult::rate)),
                scale(
                        loop ? Quantity.DURATION : Quantity.COUNT,
                        measured.stream().mapToDouble(snippet -> Descriptive.mean(snippet.samples()))),
                scale(Quantity.DURATION, measured.stream().mapToDouble(SnippetResult::nanos)));
    }

    private DoubleFunction<String> scale(Quantity quantity, DoubleStream values) {
        return unit.<DoubleFunction<String>>map(choice -> quantity.unitFor(choice, values.toArray())::format)
                .orElse(quantity::format);
    }

    /** Returns the unit of a sample: per second, or its number of calls in the notation of {@code --loop}. */
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

    /**
     * Returns the cells of a row.
     *
     * @param compared the rows with the same number of workers, including this one
     */
    private List<String> cells(
            SnippetResult snippet,
            Optional<SnippetResult> other,
            List<SnippetResult> compared,
            Scales scales,
            String name) {
        List<String> cells = new ArrayList<>(List.of(name, Integer.toString(snippet.workers())));
        String time = scales.time().apply(snippet.nanos());
        if (extended) {
            double[] samples = snippet.samples();
            cells.add(Integer.toString(samples.length));
            cells.add(scales.sample().apply(Descriptive.mean(samples)));
            OptionalDouble deviation = Descriptive.deviationPercent(samples);
            cells.add(deviation.isEmpty() ? Numbers.NONE : Numbers.percent(deviation.getAsDouble() / 100));
            cells.add(scales.sample().apply(Descriptive.median(samples)));
            cells.add(scales.sample().apply(Percentiles.of(samples).at(HIGH_PERCENTILE)));
            cells.add(time);
        } else {
            cells.add(scales.rate().apply(snippet.rate()));
            if (concurrent) {
                cells.add(scales.rate().apply(snippet.rate() / snippet.workers()));
            }
            cells.add(time);
        }
        if (latency) {
            LATENCIES
                    .values()
                    .forEach(percentile ->
                            cells.add(Optional.ofNullable(snippet.latency().get(percentile))
                                    .map(scales.time()::apply)
                                    .orElse(Numbers.NONE)));
        }
        if (net) {
            cells.add(snippet.net().stream().mapToObj(scales.time()).findFirst().orElse(Numbers.NONE));
        }
        if (allocation) {
            cells.add(snippet.counted().map(SnippetTable::bytes).orElse(Numbers.NONE));
        }
        if (several) {
            cells.add(other.map(reference -> relation(snippet, reference, compared))
                    .orElse(Numbers.NONE));
        }
        return cells;
    }

    /** Formats the bytes that a call allocates, or an upper limit if JMH may have allocated them. */
    private static String bytes(CountedBytes bytes) {
        boolean less = bytes.perOperation() <= bytes.limit();
        double shown = less ? bytes.limit() : bytes.perOperation();
        double fine = shown < 10 ? 100 : 1;
        double rounded = (less ? Math.ceil(shown * fine) : Math.rint(shown * fine)) / fine;
        return (less ? "< " : bytes.isMore() ? "" : "≈ ") + Numbers.scaled(rounded);
    }

    private static String relation(SnippetResult snippet, SnippetResult reference, List<SnippetResult> compared) {
        double share = snippet.rate() / reference.rate();
        String text = share >= 0.01 ? Math.round(share * 100) + "%" : Numbers.percent(share);
        boolean open = !snippet.equals(reference) && !SnippetOrder.isClear(snippet, reference, compared);
        return open && share != 1 ? "≈ " + text : text;
    }
}
