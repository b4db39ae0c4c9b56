// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static io.microbench.report.Markdown.code;
import static io.microbench.report.Markdown.escape;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.report.HtmlReport.HtmlCurves;
import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.report.ReportColumn.Value;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import io.microbench.warning.Warning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Writes a run as Markdown for a pull request or a job summary: the verdict in one line, then the failed and changed cases, the worst
 * first, or all cases if nothing was judged. The rest is collapsed.
 *
 * <p>Collapsed parts are HTML {@code details} elements, which GitHub, GitLab and most other hosts render.
 */
public final class MarkdownReport {

    /** Maximum number of rows of a table that is not collapsed. */
    private static final int ROWS = 10;

    /** The columns of the table of verdicts that is not collapsed. */
    private static final Set<String> BRIEF = Set.of("Baseline", "Candidate", "Units", "Speed", "Interval", "Remarks");

    private static final double P99 = 99;

    private final RunRecord run;
    private final Optional<RunComparison> comparison;
    private final DenseNames names;
    private final List<String> suites;
    /** Whether curves are more informative than the table of cases, as on the page. */
    private final boolean curvesFirst;

    private final StringBuilder text = new StringBuilder();

    private MarkdownReport(RunRecord run, Optional<RunComparison> comparison) {
        this.run = run;
        this.comparison = comparison;
        names = new DenseNames(run.cases().stream().map(c -> c.id().benchmark()).toList());
        suites = run.cases().stream().map(c -> c.id().className()).distinct().toList();
        curvesFirst = comparison.isEmpty() && HtmlCurves.of(run).haveMost(run);
    }

    public static String render(RunRecord run, Optional<RunComparison> comparison) {
        return new MarkdownReport(run, comparison).render();
    }

    private String render() {
        line("## " + escape(title() + ": " + headline()));
        line("");
        List<CaseRow> all = rows();
        List<CaseRow> rows = shown(all);
        boolean judged = comparison.filter(c -> !c.verdicts().isEmpty()).isPresent();
        if (curvesFirst) {
            HtmlCurves.of(run).groups().forEach(this::curves);
        }
        if (judged) {
            changes(comparison.orElseThrow());
        } else {
            text.append(UnitTable.markdown(run.cases()));
            if (!rows.isEmpty()) {
                cases(rows.subList(0, Math.min(ROWS, rows.size())));
                more(rows.size());
            }
        }
        comparison.ifPresent(this::compared);
        warnings();
        if (judged || rows.size() > ROWS || rows.size() < all.size()) {
            fold("All " + run.cases().size() + " cases", () -> {
                if (judged) {
                    text.append(UnitTable.markdown(run.cases()));
                }
                cases(all);
            });
        }
        fold("Where it ran", () -> {
            row("", "");
            row("---", "---");
            EnvironmentBlock.of(run).forEach((name, value) -> row(escape(name), escape(value)));
        });
        return text.toString();
    }

    /** Returns the rows that are not collapsed: of cases that have no other table, without secondary results if there are many. */
    private List<CaseRow> shown(List<CaseRow> all) {
        Set<CaseId> rest = (curvesFirst ? CurveGroup.withoutLadders(run) : run.cases())
                .stream().map(CaseResult::id).collect(Collectors.toSet());
        List<CaseRow> rows = all.stream()
                .filter(row -> !UnitTable.has(row.result())
                        && rest.contains(row.result().id()))
                .toList();
        return rows.size() <= ROWS
                ? rows
                : rows.stream().filter(row -> row.secondary().isEmpty()).toList();
    }

    private String title() {
        return suites.size() == 1 ? suites.get(0).substring(suites.get(0).lastIndexOf('.') + 1) : "Benchmarks";
    }

    /** Returns the headline: the changes, the sentence about a single suite, or the number of cases; then the number of failures. */
    private String headline() {
        List<CaseResult> failed = failed();
        String failures = failed.isEmpty() ? "" : ", " + failed.size() + " failed";
        return comparison
                .map(c -> VerdictTable.headline(c) + failures + notComparable(c))
                .orElseGet(() -> SuiteSentence.of(run, comparison).values().stream()
                                .filter(sentences -> suites.size() == 1 || curvesFirst)
                                .map(sentences -> sentences
                                        .get(0)
                                        .substring(0, sentences.get(0).length() - 1))
                                .findFirst()
                                .orElse(Counted.of(run.cases().size(), "case"))
                        + failures);
    }

    private static String notComparable(RunComparison c) {
        List<String> decisive = c.differences().stream()
                .filter(EnvironmentDifference::decisive)
                .map(EnvironmentDifference::name)
                .toList();
        return decisive.isEmpty() ? "" : "; the environments are not comparable: " + String.join(", ", decisive);
    }

    /** Writes the failed cases and the changes, the worst first, and the collapsed table of all verdicts. */
    private void changes(RunComparison c) {
        List<CaseVerdict> verdicts = worstFirst(c);
        List<CaseResult> failed = failed();
        int failures = Math.min(ROWS, failed.size());
        verdicts(
                failed.subList(0, failures),
                verdicts.subList(0, Math.min(ROWS - failures, verdicts.size())),
                column -> BRIEF.contains(column.label()));
        more(failed.size() + verdicts.size());
        c.largeChanges().ifPresent(large -> {
            line("**" + escape(large) + "**");
            line("");
        });
        fold("All verdicts", () -> verdicts(failed, c.verdicts(), column -> true));
    }

    /** Writes a table of a chart with a row for each curve: its rates, and the p99 at the largest number of workers. */
    private void curves(CurveGroup group) {
        List<Integer> workers = group.marks();
        int most = workers.get(workers.size() - 1);
        boolean timed =
                group.curves().stream().anyMatch(curve -> p99(curve, most).isPresent());
        MarkdownTable table = new MarkdownTable().left(escape(group.simpleTitle()));
        workers.forEach(count -> table.right("ops/s, " + Counted.of(count, "worker")));
        if (timed) {
            table.right("p99, " + Counted.of(most, "worker"));
        }
        for (Curve curve : group.curves()) {
            List<String> cells = new ArrayList<>(List.of(escape(curve.name())));
            workers.forEach(count -> cells.add(CurveGroup.at(curve, count)
                    .map(rung -> ReportColumn.rate(rung.rate()))
                    .orElse("")));
            if (timed) {
                cells.add(p99(curve, most).orElse(""));
            }
            table.row(cells);
        }
        text.append(table.render());
        line("");
    }

    private static Optional<String> p99(Curve curve, int workers) {
        return CurveGroup.at(curve, workers)
                .flatMap(rung -> Optional.ofNullable(rung.latency().get(P99)))
                .map(nanos -> Format.DURATION.text(Value.of(nanos)));
    }

    private void compared(RunComparison c) {
        fold("How it was compared", () -> {
            line("- Baseline: " + code(c.baselineName()));
            line("- Candidate: " + code(c.candidateName()));
            VerdictTable.basisSentences(c).forEach(sentence -> line("- " + escape(sentence)));
            for (EnvironmentDifference d : c.differences()) {
                line("- The environments differ: "
                        + escape(d.name() + ": " + d.baselineValue() + " → " + d.candidateValue())
                        + (d.decisive() ? " (**not comparable**)" : ""));
            }
        });
        notJudged(c.missing(), "baseline");
        notJudged(c.added(), "candidate");
    }

    private void notJudged(List<CaseId> cases, String side) {
        if (!cases.isEmpty()) {
            fold(
                    cases.size() + " only in the " + side + ", not judged",
                    () -> cases.forEach(id -> line("- " + code(id.text()))));
        }
    }

    /**
     * Returns the verdicts on changed cases, including large changes with too few forks; the verdicts on all measured cases if nothing
     * changed.
     */
    private static List<CaseVerdict> worstFirst(RunComparison c) {
        EnumSet<Verdict> changed = EnumSet.of(Verdict.SLOWER, Verdict.FASTER);
        List<CaseVerdict> shown = c.verdicts().stream()
                .filter(v -> changed.contains(v.verdict())
                        || v.regressed()
                        || v.rerunForks().isPresent())
                .toList();
        return (shown.isEmpty() ? c.measured() : shown)
                .stream().sorted(Comparator.comparingDouble(CaseVerdict::ratio)).toList();
    }

    private void more(int rows) {
        line("");
        if (rows > ROWS) {
            line("and " + (rows - ROWS) + " more, below");
            line("");
        }
    }

    private void verdicts(
            List<CaseResult> failed, List<CaseVerdict> verdicts, Predicate<ReportColumn<CaseVerdict>> wanted) {
        MarkdownTable table = new MarkdownTable().left("Case").left("Verdict");
        List<ReportColumn<CaseVerdict>> columns =
                ReportColumn.shown(VerdictTable.COLUMNS, Place.MARKDOWN, verdicts).stream()
                        .filter(wanted)
                        .toList();
        ReportColumn.addTo(table, columns);
        for (CaseResult failure : failed) {
            List<String> cells = new ArrayList<>(List.of(name(failure.id(), ""), "**failed**"));
            columns.subList(1, columns.size()).forEach(none -> cells.add(""));
            cells.add(escape(failure.reason()));
            table.row(cells);
        }
        for (CaseVerdict v : verdicts) {
            String word = v.isUndecidedControl() ? "control" : VerdictTable.word(v.verdict());
            boolean changed = v.verdict() == Verdict.SLOWER || v.verdict() == Verdict.FASTER;
            List<String> cells = new ArrayList<>(List.of(name(v.id(), ""), changed ? "**" + word + "**" : word));
            columns.forEach(column -> cells.add(escape(column.format().text(column.value(v)))));
            table.row(cells);
        }
        text.append(table.render());
    }

    private List<CaseResult> failed() {
        return run.cases().stream().filter(c -> c.status() == Status.FAILED).toList();
    }

    /** Returns the name of a case with a suffix; without its class if the title contains the class. */
    private String name(CaseId id, String label) {
        return code((suites.size() == 1 ? id.displayName() : names.of(id)) + label);
    }

    private void warnings() {
        List<String> warnings = Warning.lines(Warning.of(run));
        if (!warnings.isEmpty()) {
            fold(
                    Counted.of(warnings.size(), "warning"),
                    () -> warnings.forEach(warning -> line("- **warning** " + escape(warning))));
        }
    }

    private List<CaseRow> rows() {
        return run.cases().stream()
                .sorted(Comparator.comparing(c -> c.status() != Status.FAILED))
                .flatMap(c -> CaseRow.allOf(c, Optional.empty()).stream())
                .toList();
    }

    private void cases(List<CaseRow> rows) {
        List<ReportColumn<CaseRow>> columns = CaseColumns.of(Place.MARKDOWN, rows);
        MarkdownTable table = new MarkdownTable().left("Case").left("Mode");
        ReportColumn.addTo(table, columns);
        for (CaseRow row : rows) {
            String label =
                    row.secondary().map(secondary -> ":" + secondary.label()).orElse("");
            List<String> cells = new ArrayList<>(List.of(
                    name(row.result().id(), label), row.result().plan().mode().label()));
            if (row.isMeasured()) {
                columns.forEach(column -> cells.add(escape(cell(column, row))));
            } else {
                cells.add(escape(row.result().withoutScore()));
            }
            table.row(cells);
        }
        text.append(table.render());
    }

    private static String cell(ReportColumn<CaseRow> column, CaseRow row) {
        String text = column.text(row);
        return column.format() == Format.ERROR && !text.isEmpty() ? "± " + text : text;
    }

    private void fold(String title, Runnable content) {
        line("<details><summary>" + Html.escape(title) + "</summary>");
        line("");
        content.run();
        line("");
        line("</details>");
        line("");
    }

    private void row(String... cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
