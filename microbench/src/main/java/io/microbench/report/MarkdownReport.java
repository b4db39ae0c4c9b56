// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static io.microbench.report.Markdown.code;
import static io.microbench.report.Markdown.escape;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import io.microbench.warning.Guard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Writes a run as Markdown for a pull request or a job summary: the verdict first, then the changed rows or, if nothing was judged,
 * the cases, the worst first; the rest is folded.
 *
 * <p>Folds are HTML's {@code details}, which GitHub, GitLab and most others show.
 */
public final class MarkdownReport {

    /** The most rows of a table that are not folded. */
    private static final int ROWS = 10;

    private final RunRecord run;
    private final Optional<RunComparison> comparison;
    private final DenseNames names;
    private final StringBuilder text = new StringBuilder();

    private MarkdownReport(RunRecord run, Optional<RunComparison> comparison) {
        this.run = run;
        this.comparison = comparison;
        names = new DenseNames(run.cases().stream().map(c -> c.id().benchmark()).toList());
    }

    public static String render(RunRecord run, Optional<RunComparison> comparison) {
        return new MarkdownReport(run, comparison).render();
    }

    private String render() {
        line("## Benchmarks: " + escape(headline()));
        line("");
        comparison.ifPresent(this::compared);
        List<CaseRow> rows = rows();
        boolean judged = comparison.filter(c -> !c.verdicts().isEmpty()).isPresent();
        if (!judged && !rows.isEmpty()) {
            cases(rows.subList(0, Math.min(ROWS, rows.size())));
            more(rows.size());
        }
        failed();
        warnings();
        if (judged || rows.size() > ROWS) {
            fold("All " + run.cases().size() + " cases", () -> cases(rows));
        }
        comparison.ifPresent(c -> {
            if (!c.verdicts().isEmpty()) {
                fold("All verdicts", () -> verdicts(c.verdicts()));
            }
        });
        fold("Where it ran", () -> {
            row("", "");
            row("---", "---");
            EnvironmentBlock.of(run).forEach((name, value) -> row(escape(name), escape(value)));
        });
        return text.toString();
    }

    private String headline() {
        long failed =
                run.cases().stream().filter(c -> c.status() == Status.FAILED).count();
        String failures = failed == 0 ? "" : ", " + failed + " failed";
        return comparison
                .map(c -> VerdictTable.headline(c) + failures)
                .orElse(Counted.of(run.cases().size(), "case") + failures);
    }

    private void compared(RunComparison c) {
        line(code(c.candidateName()) + " against " + code(c.baselineName()) + ". " + escape(VerdictTable.basis(c)));
        line("");
        if (!c.differences().isEmpty()) {
            line("> The environments differ:");
            for (EnvironmentDifference d : c.differences()) {
                line("> - " + escape(d.name() + ": " + d.baselineValue() + " → " + d.candidateValue())
                        + (d.decisive() ? " (**not comparable**)" : ""));
            }
            line("");
        }
        List<CaseVerdict> verdicts = worstFirst(c);
        if (!verdicts.isEmpty()) {
            verdicts(verdicts.subList(0, Math.min(ROWS, verdicts.size())));
            more(verdicts.size());
        }
        c.largeChanges().ifPresent(large -> {
            line("**" + escape(large) + "**");
            line("");
        });
        if (!c.missing().isEmpty()) {
            fold(c.missing().size() + " only in the baseline, not judged", () -> c.missing()
                    .forEach(id -> line("- " + code(id.text()))));
        }
        if (!c.added().isEmpty()) {
            fold(c.added().size() + " only in the candidate, not judged", () -> c.added()
                    .forEach(id -> line("- " + code(id.text()))));
        }
    }

    /** Returns the verdicts on changes, including those with too few forks; all verdicts if there are none. */
    private static List<CaseVerdict> worstFirst(RunComparison c) {
        EnumSet<Verdict> changed = EnumSet.of(Verdict.SLOWER, Verdict.FASTER);
        List<CaseVerdict> shown = c.verdicts().stream()
                .filter(v -> changed.contains(v.verdict())
                        || v.regressed()
                        || v.rerunForks().isPresent())
                .toList();
        return (shown.isEmpty() ? c.verdicts() : shown)
                .stream().sorted(Comparator.comparingDouble(CaseVerdict::ratio)).toList();
    }

    private void more(int rows) {
        line("");
        if (rows > ROWS) {
            line("and " + (rows - ROWS) + " more, below");
            line("");
        }
    }

    private void verdicts(List<CaseVerdict> verdicts) {
        MarkdownTable table = new MarkdownTable().left("Case").left("Verdict");
        List<ReportColumn<CaseVerdict>> columns = ReportColumn.shown(VerdictTable.COLUMNS, Place.MARKDOWN, verdicts);
        ReportColumn.addTo(table, columns);
        for (CaseVerdict v : verdicts) {
            String word = VerdictTable.word(v.verdict());
            boolean changed = v.verdict() == Verdict.SLOWER || v.verdict() == Verdict.FASTER;
            List<String> cells = new ArrayList<>(List.of(code(names.of(v.id())), changed ? "**" + word + "**" : word));
            columns.forEach(column -> cells.add(escape(column.format().text(column.value(v)))));
            table.row(cells);
        }
        text.append(table.render());
    }

    private void failed() {
        List<CaseResult> failures =
                run.cases().stream().filter(c -> c.status() == Status.FAILED).toList();
        for (CaseResult failure : failures.subList(0, Math.min(ROWS, failures.size()))) {
            line("- **failed** " + code(failure.id().text()) + ": " + escape(failure.reason()));
        }
        if (failures.size() > ROWS) {
            line("- and " + (failures.size() - ROWS) + " more");
        }
        if (!failures.isEmpty()) {
            line("");
        }
    }

    private void warnings() {
        List<String> warnings = Guard.lines(Guard.of(run));
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
            String label = row.secondary().map(of -> ":" + of.label()).orElse("");
            List<String> cells = new ArrayList<>(List.of(
                    code(names.of(row.result().id()) + label),
                    row.result().plan().mode().label()));
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
