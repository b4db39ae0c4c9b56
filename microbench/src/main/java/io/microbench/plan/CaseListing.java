/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CasePlan;
import io.microbench.result.IterationPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes what would run, and what it would cost, as an aligned table. */
public final class CaseListing {

    private static final List<String> HEAD = List.of("Case", "Mode", "Forks", "Warm-up", "Measurement", "Time");

    private CaseListing() {}

    /** Returns the table, one line for each case, with {@link #total} as its last line. */
    public static String text(List<PlannedCase> cases) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        cases.forEach(planned -> rows.add(row(planned)));
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < HEAD.size(); column++) {
                int width = width(rows, column);
                // Names to the left, numbers to the right.
                String format = column == 0 ? "%-" + width + "s" : "  %" + width + "s";
                line.append(String.format(Locale.ROOT, format, row.get(column)));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.append(total(cases)).toString();
    }

    /** Returns the sum of it all in one line: {@code 48 cases, 96 forks, about 32 min}. */
    public static String total(List<PlannedCase> cases) {
        int forks = cases.stream().mapToInt(PlannedCase::forks).sum();
        Duration cost = cases.stream().map(PlannedCase::cost).reduce(Duration.ZERO, Duration::plus);
        return counted(cases.size(), "case") + ", " + counted(forks, "fork") + ", about " + HumanDuration.text(cost);
    }

    private static List<String> row(PlannedCase planned) {
        CasePlan plan = planned.plan();
        String forks = plan.inProcess()
                ? "in-process"
                : plan.forks() + (plan.warmupForks() == 0 ? "" : " + " + plan.warmupForks() + " discarded");
        String time = planned.switchedOff().isPresent() ? "off" : HumanDuration.text(planned.cost());
        return List.of(
                planned.id().text(),
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
