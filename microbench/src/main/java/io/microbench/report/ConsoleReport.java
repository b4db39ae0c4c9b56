// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.RunComparison;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.warning.Warning;
import java.util.List;
import java.util.Optional;

/** Formats a whole run for a console: the environment, the table, the curves, warnings, and the verdicts. */
public final class ConsoleReport {

    private ConsoleReport() {}

    /**
     * Returns the report, each line ended by a line feed.
     *
     * @param reference the reference of alternatives: a method, {@code parameter=value}, {@code threads=n} or the name
     *     of a variant; empty for no ratios; a reference that matches no case is reported
     */
    public static String render(
            RunRecord run, Optional<RunComparison> comparison, Optional<String> reference, ConsoleStyle style) {
        return render(run, comparison, reference, false, style);
    }

    /**
     * Returns the report.
     *
     * @param full whether to include all results about asynchronous units of work, not only those in {@link UnitTable}
     */
    public static String render(
            RunRecord run,
            Optional<RunComparison> comparison,
            Optional<String> reference,
            boolean full,
            ConsoleStyle style) {
        StringBuilder text = new StringBuilder(EnvironmentBlock.render(run, style)).append('\n');
        text.append(tables(run, reference, full, style));
        List<String> warnings = Warning.lines(Warning.of(run));
        if (!warnings.isEmpty()) {
            text.append("\nWarnings:\n");
            warnings.forEach(warning -> text.append(style.text("  " + warning)).append('\n'));
        }
        comparison.ifPresent(c -> text.append('\n').append(VerdictTable.render(c, style)));
        return text.toString();
    }

    /**
     * Returns the table of cases and the curves of ladders, each line ended by a line feed.
     *
     * <p>The table of cases omits the rungs of long ladders unless there is a reference.
     *
     * @param reference the reference, as for {@link #render}
     */
    public static String tables(RunRecord run, Optional<String> reference, ConsoleStyle style) {
        return tables(run, reference, false, style);
    }

    private static String tables(RunRecord run, Optional<String> reference, boolean full, ConsoleStyle style) {
        return table(run, reference, full, style) + ConsoleCurves.ofCases(run, style);
    }

    private static String table(RunRecord run, Optional<String> reference, boolean full, ConsoleStyle style) {
        Optional<Reference> found = reference.flatMap(name -> Reference.find(name, run));
        if (found.isPresent()) {
            return ConsoleTable.render(run.cases(), found, full, style) + UnitTable.console(run.cases(), style);
        }
        List<CaseResult> shown = CurveGroup.withoutLadders(run);
        List<CaseResult> calls =
                shown.stream().filter(c -> full || !UnitTable.has(c)).toList();
        int others = run.cases().size() - shown.size();
        String units = UnitTable.console(shown, style);
        boolean isEmpty = calls.isEmpty() && !run.cases().isEmpty();
        return (isEmpty ? "" : ConsoleTable.render(calls, Optional.empty(), full, style))
                + (isEmpty ? units.stripLeading() : units)
                + (others == 0 ? "" : Counted.of(others, "case") + " of ladders are in the tables by workers below\n")
                + reference
                        .map(name -> "\nNo ratios: no case matches the reference " + style.text(name)
                                + "; name a method, parameter=value, threads=n or a variant of this run\n")
                        .orElse("");
    }
}
