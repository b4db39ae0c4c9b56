// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.StackTree;
import io.microbench.result.CaseId;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a profiler recorded in an extra fork of a case, which is not part of the score.
 *
 * @param profiler as requested
 * @param delivered its result; empty if it failed
 * @param files all files written, pages included
 * @param failure why there is no result; empty if there is one
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
     * Returns the profile of a fork, after writing its stacks as a page beside its files.
     *
     * @param base the name of its files, without extension
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

    /**
     * Returns a run whose cases have their profiles.
     *
     * @param folder of the record, to which paths of files are relative
     */
    public static RunRecord recorded(RunRecord run, List<CaseProfile> profiles, Path folder) {
        Map<CaseId, List<Profile>> byCase = new HashMap<>();
        profiles.forEach(profile ->
                byCase.computeIfAbsent(profile.id(), id -> new ArrayList<>()).add(profile.recorded(folder)));
        return run.withCases(run.cases().stream()
                .map(one -> byCase.containsKey(one.id()) ? one.withProfiles(byCase.get(one.id())) : one)
                .toList());
    }

    /** Returns the page with the flame graph; empty if nothing was sampled. */
    public Optional<Path> page() {
        return files.stream().filter(file -> file.toString().endsWith(PAGE)).findFirst();
    }

    /**
     * Returns its form in the record.
     *
     * @param folder of the record, to which paths of files are relative
     */
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
}
