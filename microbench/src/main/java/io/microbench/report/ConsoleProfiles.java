// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats profiles for a console: a table of the hottest methods, or of numbers, for each case and profiler. */
public final class ConsoleProfiles {

    private ConsoleProfiles() {}

    /** Returns the tables, each line ended by a line feed and each table after an empty line; empty if no profiler delivered any. */
    public static String render(List<CaseProfile> profiles, ConsoleStyle style) {
        StringBuilder text = new StringBuilder();
        profiles.forEach(
                profile -> profile.delivered().ifPresent(delivered -> text.append(render(profile, delivered, style))));
        return text.toString();
    }

    /**
     * Returns a line for each file of a profile.
     *
     * @param name display name of the case
     */
    public static List<String> files(CaseProfile profile, String name) {
        return profile.files().stream()
                .map(file -> kind(profile, file) + " of " + name + ": " + file)
                .toList();
    }

    private static String kind(CaseProfile profile, Path file) {
        if (profile.page().filter(file::equals).isPresent()) {
            return "Flame graph";
        }
        return file.toString().endsWith(".jfr") ? "Recording" : "Profile";
    }

    /** Returns a line that says why there is no profile; empty if there is one. */
    public static Optional<String> failure(CaseProfile profile) {
        return profile.failure().map(why -> profile.name() + " has no profile by " + profile.profiler() + ": " + why);
    }

    private static String render(CaseProfile profile, Profiled delivered, ConsoleStyle style) {
        String heading = "\n" + style.text(profile.name() + ", " + describe(delivered)) + "\n";
        if (!delivered.hottest().isEmpty()) {
            return heading + hottest(delivered, style);
        }
        if (!delivered.metrics().isEmpty()) {
            return heading + metrics(delivered, style);
        }
        return delivered.stacks().isPresent() || delivered.text().isBlank()
                ? heading + "No results.\n"
                : heading + lines(delivered.text(), style);
    }

    private static String lines(String text, ConsoleStyle style) {
        return text.strip()
                .lines()
                .map(line -> style.text(line.stripTrailing()) + "\n")
                .collect(Collectors.joining());
    }

    static String describe(Profiled delivered) {
        return delivered.profiler()
                + delivered
                        .stacks()
                        .map(tree -> ", " + Counted.of(tree.samples(), "sample"))
                        .orElse("");
    }

    private static String hottest(Profiled delivered, ConsoleStyle style) {
        boolean totals = delivered.stacks().isPresent();
        TextTable table = new TextTable(style).left("Method").right("Self");
        if (totals) {
            table.right("Total");
        }
        delivered.hottest().forEach(frame -> {
            List<String> cells = new ArrayList<>(List.of(frame.name(), Numbers.percent(frame.self())));
            if (totals) {
                cells.add(Numbers.percent(frame.total()));
            }
            table.row(cells);
        });
        return table.render();
    }

    private static String metrics(Profiled delivered, ConsoleStyle style) {
        TextTable table = new TextTable(style).left("Metric").right("Value").left("Unit");
        delivered
                .metrics()
                .forEach((label, metric) -> table.row(List.of(label, Numbers.score(metric.score()), metric.unit())));
        return table.render();
    }
}
