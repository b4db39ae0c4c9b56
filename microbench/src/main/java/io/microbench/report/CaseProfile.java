// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.profile.Profiled;
import io.microbench.profile.ProfiledFork;
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
 * What a profiler recorded of a case in a fork of its own, which is in no score.
 *
 * @param id the case
 * @param name what people call it
 * @param profiler as it was asked for
 * @param delivered what it recorded; empty where it failed
 * @param files all that was written, pages included
 * @param failure why there is nothing; empty where there is
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
     * Keeps what a profiler delivered of a fork: draws its stacks as a page of their own, beside its files.
     *
     * @param base the name of its files, without their endings
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
     * Returns a run whose cases have what profilers recorded of them.
     *
     * @param folder of the record, from which files are named
     */
    public static RunRecord recorded(RunRecord run, List<CaseProfile> profiles, Path folder) {
        Map<CaseId, List<Profile>> byCase = new HashMap<>();
        profiles.forEach(profile ->
                byCase.computeIfAbsent(profile.id(), id -> new ArrayList<>()).add(profile.recorded(folder)));
        return run.withCases(run.cases().stream()
                .map(one -> byCase.containsKey(one.id()) ? one.withProfiles(byCase.get(one.id())) : one)
                .toList());
    }

    /** Returns the page with the flame graph; empty where nothing was sampled. */
    public Optional<Path> page() {
        return files.stream().filter(file -> file.toString().endsWith(PAGE)).findFirst();
    }

    /**
     * Returns it as it is recorded.
     *
     * @param folder of the record, from which the files are named
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
