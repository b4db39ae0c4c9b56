// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.StackTree;
import io.microbench.report.HtmlProfiles.FlamePage;
import io.microbench.result.CaseId;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The recordings of a profiler from an extra fork of a case; this fork does not contribute to the score.
 *
 * @param profiler its name, as requested
 * @param delivered its result; empty if it failed
 * @param files all files written, including pages
 * @param failure the reason why there is no result; empty if it succeeded
 */
public record CaseProfile(
        CaseId id,
        String name,
        String profiler,
        Optional<Profiled> delivered,
        List<Path> files,
        Optional<String> failure) {

    private static final String PAGE = ".html";

    public CaseProfile {
        files = List.copyOf(files);
    }

    /**
     * Writes the flame graph of a fork next to its files and returns the fork's profile.
     *
     * @param base the name of its files without the extension
     */
    public static CaseProfile of(CaseId id, String name, String profiler, ProfiledFork fork, Path base) {
        if (fork.failure().isPresent()) {
            return failed(id, name, profiler, fork.failure().get().message());
        }
        Profiled delivered = fork.delivered().orElseThrow();
        List<Path> files = new ArrayList<>(delivered.files());
        Optional<StackTree> stacks = delivered.stacks().filter(tree -> tree.samples() > 0);
        if (stacks.isPresent()) {
            String kind = profiler.split(":", 2)[0];
            Path page = base.resolveSibling(base.getFileName() + "." + kind + PAGE);
            try {
                WholeFile.write(page, FlamePage.render(name, delivered.profiler(), stacks.get()));
            } catch (IOException e) {
                return failed(id, name, profiler, "its page cannot be written (" + e + ").");
            }
            files.add(page);
        }
        return new CaseProfile(id, name, profiler, fork.delivered(), files, Optional.empty());
    }

    static CaseProfile failed(CaseId id, String name, String profiler, String why) {
        return new CaseProfile(id, name, profiler, Optional.empty(), List.of(), Optional.of(why));
    }

    /** Returns the run with the profiles added to its cases. */
    public static RunRecord recorded(RunRecord run, List<CaseProfile> profiles, Path folder) {
        Map<CaseId, List<Profile>> byCase = new HashMap<>();
        profiles.forEach(profile ->
                byCase.computeIfAbsent(profile.id(), id -> new ArrayList<>()).add(profile.recorded(folder)));
        return run.withCases(run.cases().stream()
                .map(result -> byCase.containsKey(result.id()) ? result.withProfiles(byCase.get(result.id())) : result)
                .toList());
    }

    /** Returns the page with the flame graph; empty if nothing was sampled. */
    public Optional<Path> page() {
        return files.stream().filter(file -> file.toString().endsWith(PAGE)).findFirst();
    }

    public Profile recorded(Path folder) {
        return new Profile(
                profiler,
                delivered.map(Profiled::metrics).orElse(Map.of()),
                files.stream().map(file -> relative(folder, file)).toList(),
                failure);
    }

    private static String relative(Path folder, Path file) {
        Path from = folder.toAbsolutePath().normalize();
        Path to = file.toAbsolutePath().normalize();
        Path path = from.getRoot() != null && from.getRoot().equals(to.getRoot()) ? from.relativize(to) : to;
        return path.toString().replace(File.separatorChar, '/');
    }

    /**
     * Returns a table of the hottest methods, or of metrics, for each case and profiler; empty if no profiler delivered a result. Each line
     * ends with a line feed, and each table begins with an empty line.
     */
    public static String tables(List<CaseProfile> profiles, ConsoleStyle style) {
        StringBuilder text = new StringBuilder();
        profiles.forEach(
                profile -> profile.delivered().ifPresent(delivered -> text.append(profile.table(delivered, style))));
        return text.toString();
    }

    public List<String> describedFiles(String name) {
        return files.stream()
                .map(file -> kind(file) + " of " + name + ": " + file)
                .toList();
    }

    private String kind(Path file) {
        if (page().filter(file::equals).isPresent()) {
            return "Flame graph";
        }
        return file.toString().endsWith(".jfr") ? "Recording" : "Profile";
    }

    /** Returns a line with the reason why the profile is missing; empty if it exists. */
    public Optional<String> describedFailure() {
        return failure.map(why -> name + " has no profile by " + profiler + ": " + why);
    }

    private String table(Profiled delivered, ConsoleStyle style) {
        String heading = "\n" + style.text(name + ", " + describe(delivered)) + "\n";
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
