/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Draws the comparison of rules as a table, for a console or as Markdown. */
public final class ReplayTable {

    private static final List<String> HEADER = List.of(
            "Rule",
            "s/benchmark",
            "(median)",
            "Forks",
            "Saved",
            "Same forks",
            "Other forks",
            "+-95 %",
            "Unsteady P",
            "R");

    private ReplayTable() {}

    /** Returns a table for a console, with what it means below. */
    public static String text(ReplayRecord record) {
        List<List<String>> rows = rows(record);
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(pad(row.get(0), -widths[0]));
            for (int c = 1; c < widths.length; c++) {
                line.append("  ").append(pad(row.get(c), widths[c]));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.append('\n').append(legend(record)).toString();
    }

    /** Returns a table in Markdown, with what it means below. */
    public static String markdown(ReplayRecord record) {
        StringBuilder text = new StringBuilder();
        List<List<String>> rows = rows(record);
        for (int r = 0; r < rows.size(); r++) {
            text.append("| ").append(String.join(" | ", rows.get(r))).append(" |\n");
            if (r == 0) {
                text.append("|---|").append("---:|".repeat(HEADER.size() - 1)).append('\n');
            }
        }
        return text.append('\n').append(legend(record)).toString();
    }

    private static List<List<String>> rows(ReplayRecord record) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        for (ReplayRecord.RuleReplay rule : record.rules()) {
            ReplaySummary totals = rule.totals();
            rows.add(List.of(
                    rule.rule(),
                    format("%.0f", totals.secondsMean()),
                    format("%.0f", totals.secondsMedian()),
                    format("%.1f", totals.forksMean()),
                    percent(totals.timeSaved()),
                    percent(totals.withinSame()),
                    percent(totals.withinOther()),
                    percent(totals.medianHalfWidth()),
                    share(totals.unsteadyPrecision()),
                    share(totals.unsteadyRecall())));
        }
        return rows;
    }

    private static String legend(ReplayRecord record) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d benchmarks, %d forks. Full schedule: %s; %.0f s per benchmark.%n",
                record.benchmarks(),
                record.forks(),
                record.fullSchedule().text(),
                record.fullSchedule().secondsMean()));
        text.append(String.format(
                Locale.ROOT,
                "Same forks: share of benchmarks within %.0f %% of the full schedule on its first five forks."
                        + " Other forks: on the next five%s.%n",
                100 * record.tolerance(),
                record.fullSchedule()
                        .withinOther()
                        .map(share -> ", where the full schedule itself repeats for " + percent(share))
                        .orElse("")));
        for (ReplayRecord.RuleReplay rule : record.rules()) {
            ReplaySummary totals = rule.totals();
            text.append(String.format(
                    Locale.ROOT,
                    "%s (%s; %s): saved %s to %s, same forks %s to %s (95 %%, over benchmarks)%s.%n",
                    rule.rule(),
                    rule.settings(),
                    rule.forkRule(),
                    percent(totals.timeSavedInterval().low()),
                    percent(totals.timeSavedInterval().high()),
                    percent(totals.withinSameInterval().low()),
                    percent(totals.withinSameInterval().high()),
                    totals.tooShort() == 0
                            ? ""
                            : "; " + totals.tooShort() + " forks ended before the rule did, their second half counts"));
        }
        record.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
        return text.toString().replace("\r\n", "\n");
    }

    private static String percent(double share) {
        return format("%.1f %%", 100 * share);
    }

    private static String percent(Optional<Double> share) {
        return share.map(ReplayTable::percent).orElse("-");
    }

    private static String share(Optional<Double> share) {
        return share.map(value -> format("%.2f", value)).orElse("-");
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }

    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
