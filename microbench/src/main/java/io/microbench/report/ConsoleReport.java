// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.RunComparison;
import io.microbench.report.Bars.Bar;
import io.microbench.result.CaseResult;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.warning.Guard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats a whole run for a console: the environment, the table, bars of comparable cases, and the verdicts. */
public final class ConsoleReport {

    private ConsoleReport() {}

    /**
     * Returns the report, each line ended by a line feed.
     *
     * @param reference the reference of alternatives: a method, {@code parameter=value}, {@code threads=n} or the name of a
     *     variant; empty for no such column; one that matches no case is reported, not ignored
     */
    public static String render(
            RunRecord run, Optional<RunComparison> comparison, Optional<String> reference, ConsoleStyle style) {
        StringBuilder text = new StringBuilder(EnvironmentBlock.render(run, style)).append('\n');
        text.append(table(run, reference, style));
        text.append(bars(run, style)).append(ConsoleCurves.ofCases(run, style));
        List<String> warnings = Guard.lines(Guard.of(run));
        if (!warnings.isEmpty()) {
            text.append("\nWarnings:\n");
            warnings.forEach(warning -> text.append(style.text("  " + warning)).append('\n'));
        }
        comparison.ifPresent(c -> text.append('\n').append(VerdictTable.render(c, style)));
        return text.toString();
    }

    public static String render(RunComparison comparison, ConsoleStyle style) {
        return VerdictTable.render(comparison, style);
    }

    /**
     * Returns the table of cases and the curves of those that differ in their number of threads, each line ended by a line feed.
     *
     * <p>Rungs of long ladders are left out of the table of cases, unless it has the column of a reference.
     *
     * @param reference as for {@link #render}
     */
    public static String tables(RunRecord run, Optional<String> reference, ConsoleStyle style) {
        return table(run, reference, style) + ConsoleCurves.ofCases(run, style);
    }

    private static String table(RunRecord run, Optional<String> reference, ConsoleStyle style) {
        Optional<Reference> found = reference.flatMap(name -> Reference.find(name, run));
        String table =
                found.map(r -> ConsoleTable.render(run.cases(), r, style)).orElseGet(() -> table(run, style));
        return reference.isEmpty() || found.isPresent()
                ? table
                : table + "\nNo ratios: no case matches the reference " + style.text(reference.get())
                        + "; name a method, parameter=value, threads=n or a variant of this run\n";
    }

    private static String table(RunRecord run, ConsoleStyle style) {
        List<CaseResult> shown = CurveGroup.withoutLadders(run);
        int others = run.cases().size() - shown.size();
        String note = Counted.of(others, "case") + " of ladders: in the tables by workers below\n";
        return (shown.isEmpty() && others > 0 ? "" : ConsoleTable.render(shown, style)) + (others == 0 ? "" : note);
    }

    /**
     * Formats bars for each class and set of parameters that has two or more methods with a score in the same unit. Cases with more
     * than one number of threads are in the bars of their curves instead. Cases of nodes that differ have no bars.
     */
    static String bars(RunRecord run, ConsoleStyle style) {
        Map<String, List<CaseResult>> groups = new LinkedHashMap<>();
        Map<String, Double> largest = new LinkedHashMap<>();
        for (CaseResult result : CurveGroup.withoutCurves(run)) {
            result.score().ifPresent(score -> {
                groups.computeIfAbsent(title(result) + " in " + score.unit(), title -> new ArrayList<>())
                        .add(result);
                largest.merge(category(result, score.unit()), score.score(), Math::max);
            });
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((title, group) -> {
            if (group.size() > 1 && Likeness.obstacle(run, group).isEmpty()) {
                double full = largest.getOrDefault(category(group.get(0), unit(group.get(0))), 0.0);
                text.append('\n')
                        .append(Bars.render(
                                title, group.stream().map(ConsoleReport::bar).toList(), full, style));
            }
        });
        return text.toString();
    }

    private static String title(CaseResult result) {
        String name = result.id().className();
        StringBuilder title = new StringBuilder(name.substring(name.lastIndexOf('.') + 1));
        result.id()
                .parameters()
                .forEach((key, value) ->
                        title.append(", ").append(key).append('=').append(value));
        int threads = result.id().threads();
        return title.append(threads == 1 ? ", no concurrency" : ", " + threads + " threads")
                .toString();
    }

    /** Groups that differ only in the number of threads share one scale, so that they can be compared. */
    private static String category(CaseResult result, String unit) {
        return result.id().className() + result.id().parameters() + unit;
    }

    private static Bar bar(CaseResult result) {
        double score = result.score().map(s -> s.score()).orElse(0.0);
        String name = result.id().method()
                + result.id().mode().map(mode -> " (" + mode + ")").orElse("");
        return new Bar(name, score, Numbers.score(score) + " " + unit(result));
    }

    private static String unit(CaseResult result) {
        return result.score().map(s -> s.unit()).orElse("");
    }
}
