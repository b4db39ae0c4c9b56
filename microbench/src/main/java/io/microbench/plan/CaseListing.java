/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CasePlan;
import io.microbench.result.IterationPlan;
import io.microbench.result.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes what would run, and what it would cost, as an aligned table. */
public final class CaseListing {

    private static final List<String> HEAD = List.of("Case", "Mode", "Forks", "Warm-up", "Measurement", "Time");

    private static final List<String> SUMMARY_HEAD = List.of("Class", "Cases", "Forks", "Time");

    /** About a screen; of more cases people first want to know where they are. */
    private static final int SCREEN = 40;

    /** How much of the cases is listed. */
    public enum Detail {
        /** Nothing: the cases are measured. */
        OFF,
        /** A line for each case where they fit on a screen, for each class where they do not. */
        SUMMARY,
        /** A line for each case. */
        CASES
    }

    private CaseListing() {}

    /** Returns the table in the given detail, with {@link #total} as its last line. */
    public static String text(List<PlannedCase> cases, Detail detail) {
        return detail == Detail.CASES || cases.size() <= SCREEN ? text(cases) : summary(cases);
    }

    private static String summary(List<PlannedCase> cases) {
        Map<String, List<PlannedCase>> classes = new LinkedHashMap<>();
        cases.forEach(planned -> classes.computeIfAbsent(planned.id().className(), name -> new ArrayList<>())
                .add(planned));
        List<List<String>> rows = new ArrayList<>();
        rows.add(SUMMARY_HEAD);
        classes.forEach((name, ofClass) -> rows.add(List.of(
                name,
                Integer.toString(ofClass.size()),
                Integer.toString(forks(ofClass)),
                HumanDuration.text(cost(ofClass)))));
        return table(rows)
                + "A line for each case: -D" + KnownSettings.LIST_ONLY.name() + "=cases, or microbench list --all; -D"
                + KnownSettings.CASES.name() + " chooses." + System.lineSeparator() + total(cases);
    }

    /** Returns the table, one line for each case, with {@link #total} as its last line. */
    static String text(List<PlannedCase> cases) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        cases.forEach(planned -> rows.add(row(planned)));
        return table(rows) + total(cases);
    }

    private static String table(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int width = width(rows, column);
                // Names to the left, numbers to the right.
                String format = column == 0 ? "%-" + width + "s" : "  %" + width + "s";
                line.append(String.format(Locale.ROOT, format, row.get(column)));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    /** Returns the sum of it all in one line: {@code 48 cases, 96 forks, about 32 min}. */
    public static String total(List<PlannedCase> cases) {
        return counted(cases.size(), "case") + ", " + counted(forks(cases), "fork") + ", about "
                + HumanDuration.text(cost(cases));
    }

    private static int forks(List<PlannedCase> cases) {
        return cases.stream().mapToInt(PlannedCase::forks).sum();
    }

    private static Duration cost(List<PlannedCase> cases) {
        return cases.stream().map(PlannedCase::cost).reduce(Duration.ZERO, Duration::plus);
    }

    private static List<String> row(PlannedCase planned) {
        CasePlan plan = planned.plan();
        String forks = plan.inProcess()
                ? "in-process"
                : plan.forks() + (plan.warmupForks() == 0 ? "" : " + " + plan.warmupForks() + " discarded");
        String time = planned.switchedOff().isPresent() ? "off" : HumanDuration.text(planned.cost());
        return List.of(
                Printable.line(planned.id().text()),
                plan.mode(),
                forks,
                iterations(plan.warmup()),
                iterations(plan.measurement()),
                time);
    }

    private static String iterations(IterationPlan plan) {
        if (plan.count() == 0) {
            return "none";
        }
        return plan.count() + " x " + (plan.time().isZero() ? "single shot" : HumanDuration.text(plan.time()));
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1);
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
