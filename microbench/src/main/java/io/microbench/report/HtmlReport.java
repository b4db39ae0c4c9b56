// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.judge.RunComparison;
import io.microbench.report.CurveExport.CurveDocument;
import io.microbench.report.ReportColumn.Place;
import io.microbench.result.Environment;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.stats.Confidence;
import io.microbench.text.Counted;
import io.microbench.warning.Warning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders a run as a self-contained HTML file that needs no server and no network.
 *
 * <p>At the top are the result of the run and the differences from the baseline, below them a table that can be sorted and filtered. The
 * details of a row show every iteration of the case. The anchor of a case is derived from its id, so links to it remain valid in later
 * reports. Charts use Chart.js, copied into the page with its licence.
 */
public final class HtmlReport {

    private static final String[] SCRIPTS = {
        "format.js",
        "unpack.js",
        "data.js",
        "scale.js",
        "dots.js",
        "columns.js",
        "table.js",
        "charts.js",
        "curves.js",
        "detail.js",
        "multiples.js",
        "fixtures.js",
        "main.js"
    };

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private static final String READING = """
            <details class="panel"><summary>How to read this</summary>
            <p>A <b>fork</b> is one JVM. Two forks of the same code differ more than two iterations of one fork, so only forks can
            predict the next run: <b>Value</b> is the geometric mean of the forks' medians, <b>Over forks</b> the ${level}
            interval of Student's t over their logarithms. Order, dots and sentences use this value. The details of a row
            show JMH's own score and error: the mean of all iterations, treated as independent. This error is too small to
            predict the next run.</p>
            <p><b>Speed</b> is the change against the baseline; in every mode, it is above 0 if the candidate is faster. Slower and
            faster mean that the whole interval is outside the band of equivalence, same means that it is inside, and
            undecided that it is too wide for a decision.</p>
            </details>
            """;

    /** Maximum number of suites that the title names. */
    private static final int MOST_NAMES = 2;

    private HtmlReport() {}

    public static String render(
            RunRecord run, Optional<RunComparison> comparison, Map<String, HistorySegment> history) {
        return render(run, comparison, history, Optional.empty());
    }

    /**
     * Returns the page.
     *
     * @param history the history of the cases up to this run, by their ids; cases without values may be missing
     * @param repeat how the comparison was judged and how to repeat it
     */
    public static String render(
            RunRecord run,
            Optional<RunComparison> comparison,
            Map<String, HistorySegment> history,
            Optional<Repeat> repeat) {
        BrowserLibrary charts = new BrowserLibrary("chart.js");
        List<Warning> warnings = Warning.of(run);
        Map<String, String> parts = new LinkedHashMap<>();
        String title = title(run, comparison);
        parts.put("title", Html.escape(title));
        parts.put("heading", Html.breakable(title));
        parts.put("subtitle", subtitle(run));
        parts.put("css", BrowserLibrary.pages("report.css"));
        Map<String, List<String>> sentences = SuiteSentence.of(run, comparison);
        parts.put(
                "summary",
                UnitTable.page(run.cases())
                        + new HtmlSummary(run, comparison, warnings, sentences, repeat).write()
                        + HtmlProfiles.write(run));
        parts.put("rest", HtmlSummary.environment(run));
        HtmlFixtures fixtures = new HtmlFixtures(run);
        HtmlCurves curves = HtmlCurves.of(run);
        boolean areFirst = comparison.isEmpty() && curves.haveMost(run);
        parts.put("first", areFirst ? curves.write() : "");
        parts.put("curves", areFirst ? "" : curves.write());
        parts.put("fixtures", fixtures.sections());
        parts.put("fixtureData", Html.script(fixtures.data()));
        parts.put("reading", READING.replace("${level}", Confidence.OVER_FORKS.percent()));
        parts.put(
                "footer",
                Html.escape("Made by Microbench " + run.environment().harness() + " from results of JMH "
                        + run.environment().jmh()
                        + ". This file is self-contained and needs no network."));
        parts.put("licences", Html.escape(licences(charts)));
        parts.put("data", Html.data("data", new HtmlData(run, comparison, history, warnings, sentences).json()));
        parts.put("curveData", Html.script(RecordJson.line(CurveDocument.of(run))));
        parts.put("chart", chart(charts));
        parts.put("script", BrowserLibrary.pages(SCRIPTS));
        return fill(BrowserLibrary.pages("report.html"), parts);
    }

    /** Returns project, suite and commit; for a comparison, both names and the suite or the number of cases. */
    private static String title(RunRecord run, Optional<RunComparison> comparison) {
        String suite = suite(run, comparison.isPresent());
        if (comparison.isPresent()) {
            RunComparison names = comparison.get();
            return "Comparison · " + names.baselineName() + " → " + names.candidateName() + " · " + suite;
        }
        Environment environment = run.environment();
        return Stream.of(
                        environment.project(),
                        Optional.of(suite),
                        environment.commit().map(commit -> HistoryReport.commit(commit, false)))
                .flatMap(Optional::stream)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    private static String suite(RunRecord run, boolean compared) {
        List<String> names = run.cases().stream()
                .map(result -> result.id().className())
                .distinct()
                .toList();
        if (names.isEmpty()) {
            return "no cases";
        }
        boolean snippets = names.contains(SuiteSentence.SNIPPETS);
        String cases = snippets
                ? Counted.of(
                        run.cases().stream()
                                .map(result -> result.id().method())
                                .distinct()
                                .count(),
                        "snippet")
                : Counted.of(run.cases().size(), "case");
        if (names.size() > 1 && compared) {
            return cases;
        }
        if (names.size() > MOST_NAMES) {
            return Counted.of(names.size(), "suite");
        }
        return snippets
                ? cases
                : names.stream()
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .collect(Collectors.joining(", "));
    }

    private static String subtitle(RunRecord run) {
        Map<String, String> block = EnvironmentBlock.of(run);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Started", Html.minute(run.start()));
        run.nodes()
                .ifPresentOrElse(
                        nodes -> facts.put("Nodes", Integer.toString(nodes.size())),
                        () -> facts.put("Host", run.environment().host()));
        facts.put(
                "CPU",
                run.nodes()
                        .map(EnvironmentBlock::models)
                        .orElse(run.environment().cpuModel()));
        facts.put("JDK", block.getOrDefault("JDK", ""));
        facts.put("Commit", block.getOrDefault("Commit", ""));
        return Html.facts(facts);
    }

    /** Returns the source of the library, without the reference to a source map that browsers would try to load. */
    private static String chart(BrowserLibrary charts) {
        String script = charts.file("chart.umd.min.js");
        int reference = script.lastIndexOf("//# sourceMappingURL=");
        script = reference < 0 ? script : script.substring(0, reference);
        if (script.contains("</script")) {
            throw new IllegalStateException(
                    charts + " cannot be copied into a page: it contains the end of a script element");
        }
        return script;
    }

    private static String licences(BrowserLibrary charts) {
        BrowserLibrary colours = new BrowserLibrary("kurkle__color");
        return "Chart.js " + charts.version() + "\n\n" + charts.file("LICENSE.md")
                + "\n\n@kurkle/color (part of Chart.js)\n\n" + colours.file("LICENSE.md");
    }

    /** Fills the placeholders of the template in one pass, so that text in a value is never mistaken for a placeholder. */
    static String fill(String template, Map<String, String> parts) {
        Matcher places = PLACE.matcher(template);
        StringBuilder page = new StringBuilder();
        int copied = 0;
        while (places.find()) {
            String part = parts.get(places.group(1));
            if (part == null) {
                throw new IllegalStateException("The template has an unknown placeholder " + places.group());
            }
            page.append(template, copied, places.start()).append(part);
            copied = places.end();
        }
        return page.append(template, copied, template.length()).toString();
    }

    /**
     * Describes how a comparison was judged and how to repeat it.
     *
     * @param band the change up to which a case counts as the same, as a share above 0: 0.01 for 1 %
     * @param command the command line, for a POSIX shell, that repeats the comparison; empty if unknown
     */
    public record Repeat(double band, Optional<String> command) {}

    /**
     * The section of the page with the curves: for each group a container for its charts, and tables of the same values.
     *
     * <p>{@code curves.js} draws the charts; the tables do not need it. Cases with only two thread counts do not form a curve; they are
     * shown in the details of their rows.
     */
    record HtmlCurves(List<CurveGroup> groups) {

        static HtmlCurves of(RunRecord run) {
            return new HtmlCurves(CurveGroup.of(run).stream()
                    .filter(group -> group.curves().stream()
                            .anyMatch(curve -> curve.rungs().size() >= CurveGroup.RUNGS))
                    .toList());
        }

        /**
         * Returns whether most cases of the run are points of these curves; the curves are then more informative than the table of cases.
         */
        boolean haveMost(RunRecord run) {
            int rungs = groups.stream()
                    .flatMap(group -> group.curves().stream())
                    .mapToInt(curve -> curve.rungs().size())
                    .sum();
            return 2 * rungs > run.cases().size();
        }

        String write() {
            return groups.isEmpty()
                    ? ""
                    : groups.stream()
                            .map(HtmlCurves::write)
                            .collect(Collectors.joining("", "<div class=\"charts\">\n", "</div>\n"));
        }

        private static String write(CurveGroup group) {
            StringBuilder html = new StringBuilder("<section class=\"panel curves\" data-chart=\""
                    + Html.escape(group.title()) + "\">\n<h2>"
                    + (group.isOfClass() ? "Against workers: " : "")
                    + Html.breakable(group.simpleTitle()) + "</h2>\n"
                    + "<div class=\"pair\"></div>\n"
                    + (group.note().isEmpty() ? "" : "<p class=\"muted\">" + Html.escape(group.note()) + "</p>\n")
                    + "<details><summary>Values of "
                    + Counted.of(group.curves().size(), "curve") + "</summary>\n<dl class=\"fits\">\n");
            group.curves().forEach(curve -> FitFormat.of(curve)
                    .ifPresent(fit -> html.append(
                            "<dt>" + Html.escape(curve.name()) + "</dt><dd>" + Html.escape(fit) + "</dd>\n")));
            html.append("</dl>\n");
            group.curves().forEach(curve -> html.append(table(curve)));
            return html.append("</details>\n</section>\n").toString();
        }

        private static String table(Curve curve) {
            List<CurveRow> rows = CurveRow.allOf(curve);
            List<ReportColumn<CurveRow>> columns = CurveRow.columns(Place.PAGE, rows);
            return "<div class=\"scroll\">"
                    + Html.table(
                            curve.name(),
                            columns.stream().map(ReportColumn::label).toList(),
                            rows.stream()
                                    .map(row -> columns.stream()
                                            .map(column -> column.text(row))
                                            .toList())
                                    .toList(),
                            column -> columns.get(column).format().isNumber())
                    + "</div>\n";
        }
    }
}
