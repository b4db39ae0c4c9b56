// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stats.Confidence;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Formats the comparison of rules as a table, for a console or as Markdown. */
public final class ReplayTable {

    private static final List<String> NUMBERS = List.of(
            "s/benchmark",
            "(median)",
            "Forks",
            "Saved",
            "Same forks",
            "Other forks",
            "+-" + Confidence.PRECISION.percent(),
            "Unsteady P",
            "R");

    private ReplayTable() {}

    /** Returns a table for a console, followed by its explanation. */
    public static String text(ReplayRecord record) {
        TextTable table = new TextTable(ConsoleStyle.plain()).left("Rule");
        NUMBERS.forEach(table::right);
        rows(record).forEach(table::row);
        return table.render() + "\n" + legend(record);
    }

    /** Returns a table in Markdown, followed by its explanation. */
    public static String markdown(ReplayRecord record) {
        MarkdownTable table = new MarkdownTable().left("Rule");
        NUMBERS.forEach(table::right);
        rows(record).forEach(table::row);
        return table.render() + "\n" + legend(record);
    }

    private static List<List<String>> rows(ReplayRecord record) {
        return record.rules().stream().map(ReplayTable::row).toList();
    }

    private static List<String> row(ReplayRecord.RuleReplay rule) {
        ReplaySummary totals = rule.totals();
        if (rule.stoppedNothing()) {
            List<String> row = new ArrayList<>(Collections.nCopies(1 + NUMBERS.size(), Numbers.NONE));
            row.set(0, rule.rule());
            return row;
        }
        return List.of(
                rule.rule(),
                Numbers.fixed(totals.secondsMean(), 0),
                Numbers.fixed(totals.secondsMedian(), 0),
                Numbers.fixed(totals.forksMean(), 1),
                Numbers.percent(totals.timeSaved()),
                Numbers.percent(totals.withinSame()),
                percent(totals.withinOther()),
                percent(totals.medianHalfWidth()),
                share(totals.unsteadyPrecision()),
                share(totals.unsteadyRecall()));
    }

    private static String legend(ReplayRecord record) {
        StringBuilder text = new StringBuilder(Counted.of(record.benchmarks(), "benchmark") + ", "
                + Counted.of(record.forks(), "fork") + ". Full schedule: "
                + record.fullSchedule().text() + "; "
                + Numbers.fixed(record.fullSchedule().secondsMean(), 0) + " s per benchmark.\n");
        text.append("Same forks: share of benchmarks within " + Numbers.level(record.tolerance())
                + " of the full schedule on its first five forks. Other forks: the same, compared with the next five"
                + record.fullSchedule()
                        .withinOther()
                        .map(share -> ". The full schedule itself agrees with them for " + Numbers.percent(share)
                                + " of the benchmarks")
                        .orElse("")
                + ".\n");
        for (ReplayRecord.RuleReplay rule : record.rules()) {
            ReplaySummary totals = rule.totals();
            text.append(rule.rule() + " (" + rule.settings() + "; " + rule.forkRule() + "): saved "
                    + range(totals.timeSavedInterval()) + ", same forks " + range(totals.withinSameInterval()) + " ("
                    + Confidence.PRECISION.percent() + ", over projects)"
                    + (totals.tooShort() == 0
                            ? ""
                            : "; " + Counted.of(totals.tooShort(), "fork") + " ended before the rule had decided; "
                                    + (totals.tooShort() == 1 ? "its" : "their") + " second half is used")
                    + ".\n");
        }
        record.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
        return text.toString();
    }

    private static String range(ReplaySummary.Range interval) {
        return Numbers.percent(interval.low()) + " to " + Numbers.percent(interval.high());
    }

    private static String percent(Optional<Double> share) {
        return share.map(Numbers::percent).orElse(Numbers.NONE);
    }

    private static String share(Optional<Double> share) {
        return share.map(value -> Numbers.fixed(value, 2)).orElse(Numbers.NONE);
    }
}
