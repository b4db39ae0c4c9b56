// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.Printable;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the cases that would run, with their time, as a table. */
public final class CaseListing {

    /** The maximum number of lines, about one screen; a longer list is summarised by class. */
    private static final int SCREEN = 40;

    private CaseListing() {}

    /** Returns the table in the given detail, with {@link #total} as its last line. */
    public static String text(List<PlannedCase> cases, Settings.Listing detail, ConsoleStyle style) {
        return detail == Settings.Listing.CASES || cases.size() <= SCREEN ? text(cases, style) : summary(cases, style);
    }

    private static String summary(List<PlannedCase> cases, ConsoleStyle style) {
        Map<String, List<PlannedCase>> classes = new LinkedHashMap<>();
        cases.forEach(planned -> classes.computeIfAbsent(planned.id().className(), name -> new ArrayList<>())
                .add(planned));
        TextTable table = table(style, "Class", "Cases", "Forks", "Time");
        classes.forEach((name, ofClass) -> table.row(List.of(
                name,
                Integer.toString(ofClass.size()),
                Integer.toString(PlannedCase.forks(ofClass)),
                Durations.text(PlannedCase.cost(ofClass)))));
        return table.render() + "A line for each case: -D" + KnownSettings.LIST_ONLY.name()
                + "=cases, or microbench list --all; -D" + KnownSettings.CASES.name() + " chooses.\n" + total(cases);
    }

    private static String text(List<PlannedCase> cases, ConsoleStyle style) {
        TextTable table = table(style, "Case", "Mode", "Forks", "Warm-up", "Measurement", "Time");
        cases.forEach(planned -> table.row(row(planned)));
        return table.render() + total(cases);
    }

    private static TextTable table(ConsoleStyle style, String name, String... numbers) {
        TextTable table = new TextTable(style).left(name);
        for (String number : numbers) {
            table.right(number);
        }
        return table;
    }

    /** Returns the totals in one line: {@code 48 cases, 96 forks, about 32 min}. */
    public static String total(List<PlannedCase> cases) {
        int forks = PlannedCase.forks(cases) + PlannedCase.forks(FixtureWarmup.all(cases));
        return Counted.of(cases.size(), "case") + ", " + Counted.of(forks, "fork") + ", about "
                + Durations.text(PlannedCase.cost(cases).plus(FixtureWarmup.cost(cases))) + FixtureWarmup.note(cases);
    }

    private static List<String> row(PlannedCase planned) {
        CasePlan plan = planned.plan();
        String forks = plan.inProcess()
                ? "in-process"
                : plan.forks() + (plan.warmupForks() == 0 ? "" : " + " + plan.warmupForks() + " discarded");
        String time = planned.switchedOff().isPresent() ? "off" : Durations.text(planned.cost());
        return List.of(
                Printable.line(planned.id().text()),
                plan.mode().label(),
                forks,
                iterations(plan.warmup()),
                iterations(plan.measurement()),
                time);
    }

    private static String iterations(IterationPlan plan) {
        if (plan.count() == 0) {
            return "none";
        }
        return plan.count() + " x " + (plan.time().isZero() ? "single shot" : Durations.text(plan.time()));
    }
}
