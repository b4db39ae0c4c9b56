// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.SettingSource;
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
import java.util.Set;

/** Formats the cases that would run, with their time, as a table. */
public final class CaseListing {

    /** The maximum number of lines, about one screen; a longer list is summarised by class. */
    private static final int SCREEN = 40;

    private static final String OPEN = "as needed";
    /** The settings that a precision or a budget replaces. */
    private static final Set<String> REPLACED = Set.of(
            KnownSettings.FORKS.name(),
            KnownSettings.WARMUP_ITERATIONS.name(),
            KnownSettings.MEASURE_ITERATIONS.name());

    private static final String SQUEEZED = " if every squeeze reaches its highest number of threads";

    private CaseListing() {}

    /** Returns the table in the given detail, with {@link #total} as its last line. */
    public static String text(Plan plan, Settings.Listing detail, ConsoleStyle style) {
        List<PlannedCase> cases = plan.cases();
        boolean whole = detail == Settings.Listing.CASES || cases.size() <= SCREEN;
        return (whole ? text(cases, style) : summary(cases, style)) + total(plan);
    }

    private static String summary(List<PlannedCase> cases, ConsoleStyle style) {
        Map<String, List<PlannedCase>> classes = new LinkedHashMap<>();
        cases.forEach(planned -> classes.computeIfAbsent(planned.id().className(), name -> new ArrayList<>())
                .add(planned));
        TextTable table = table(style, "Class", "Cases", "Forks", "Time");
        classes.forEach((name, ofClass) -> table.row(List.of(
                name,
                Integer.toString(ofClass.size()),
                isOpen(ofClass) ? OPEN : Integer.toString(PlannedCase.forks(ofClass)),
                isOpen(ofClass) ? OPEN : Durations.text(PlannedCase.cost(ofClass)))));
        return table.render() + "A line for each case: "
                + (SettingSource.isOfCommand()
                        ? "--all. A GLOB after the benchmarks selects cases.\n"
                        : "-D" + KnownSettings.LIST_ONLY.name() + "=cases. -D" + KnownSettings.CASES.name()
                                + " selects cases.\n");
    }

    private static String text(List<PlannedCase> cases, ConsoleStyle style) {
        TextTable table = table(style, "Case", "Mode", "Forks", "Warm-up", "Measurement", "Time");
        cases.forEach(planned -> table.row(row(planned)));
        return table.render();
    }

    /** Returns whether a precision or a budget determines how the cases are measured. */
    private static boolean isOpen(List<PlannedCase> cases) {
        return cases.stream().anyMatch(CaseListing::isOpen);
    }

    private static boolean isOpen(PlannedCase planned) {
        return planned.plan().adaptive().isPresent() && planned.switchedOff().isEmpty();
    }

    private static TextTable table(ConsoleStyle style, String name, String... numbers) {
        TextTable table = new TextTable(style).left(name);
        for (String number : numbers) {
            table.right(number);
        }
        return table;
    }

    /** Returns the totals in one line: {@code 48 cases, 96 forks, about 32 min}. */
    public static String total(Plan plan) {
        boolean open = isOpen(plan.cases());
        String cases = Counted.of(plan.cases().size(), "case") + ", ";
        String replaced = open && !plan.isTraining() ? replaced(plan) : "";
        if (plan.scheduling().budget().isPresent()) {
            return cases + "as many forks as there is time for, within " + Durations.text(plan.cost()) + replaced;
        }
        return cases + (open ? "at least " : "") + Counted.of(plan.forks(), "fork") + ", about "
                + Durations.text(plan.cost()) + FixtureWarmup.note(plan.cases())
                + (plan.scheduling().patience().isPresent() ? SQUEEZED : "") + replaced;
    }

    /** Returns the given numbers that a precision or a budget replaces. */
    private static String replaced(Plan plan) {
        return plan.settings().stream()
                .filter(given -> REPLACED.contains(given.name()))
                .map(given -> given.name() + " = " + given.value())
                .sorted()
                .reduce((first, second) -> first + ", " + second)
                .map(given -> ", instead of " + given)
                .orElse("");
    }

    private static List<String> row(PlannedCase planned) {
        CasePlan plan = planned.plan();
        String name = Printable.line(planned.id().text());
        if (isOpen(planned)) {
            return List.of(name, plan.mode().label(), OPEN, OPEN, OPEN, OPEN);
        }
        String forks = plan.inProcess()
                ? "in-process"
                : plan.forks() + (plan.warmupForks() == 0 ? "" : " + " + plan.warmupForks() + " discarded");
        String time = planned.switchedOff().isPresent() ? "off" : Durations.text(planned.cost());
        return List.of(
                name, plan.mode().label(), forks, iterations(plan.warmup()), iterations(plan.measurement()), time);
    }

    private static String iterations(IterationPlan plan) {
        if (plan.count() == 0) {
            return "none";
        }
        return plan.count() + " x " + (plan.time().isZero() ? "single shot" : Durations.text(plan.time()));
    }
}
