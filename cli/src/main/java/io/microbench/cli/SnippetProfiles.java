// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.profile.ProfilerGround;
import io.microbench.profile.ProfilerPlan;
import io.microbench.report.CaseProfile;
import io.microbench.result.RunRecord;
import io.microbench.snippet.SnippetRun;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Profiles snippets after the measurement, and reports where the files are. */
final class SnippetProfiles {

    private static final String FOLDER = "microbench-profile";

    private final List<ProfilerPlan> plans;
    /** The folder of files that the command writes. */
    private final Path record;

    private final Path folder;

    /**
     * Reads the options.
     *
     * @throws ConfigurationException if a profiler is unknown, or cannot work here
     */
    SnippetProfiles(Console console, SnippetOptions options) {
        this.plans = new NamedProfilers(
                        options.profile, options.libraries, ProfilerGround.here(), console.err()::println)
                .plans();
        Optional<Path> beside = options.destination.file().flatMap(file -> Optional.ofNullable(file.getParent()));
        this.record = beside.orElse(Path.of(""));
        this.folder = record.resolve(FOLDER);
    }

    /** Makes the folder of the files, where there will be any. */
    void prepare() {
        if (plans.isEmpty()) {
            return;
        }
        WholeFile.folderObstacle(folder).ifPresent(why -> {
            throw new ConfigurationException(
                    "--profile: " + folder + ": " + why + ". Name a file in another folder by --output.");
        });
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ConfigurationException("--profile: cannot create the folder " + folder + " (" + e
                    + "). Name a file in another folder by --output.");
        }
    }

    /** Runs the profilers on the measured snippets. */
    void run(SnippetRun run) {
        run.profile(plans, folder);
    }

    /** Returns a run with what profilers recorded of it. */
    RunRecord into(RunRecord run, List<CaseProfile> profiles) {
        return profiles.isEmpty() ? run : CaseProfile.recorded(run, profiles, record);
    }
}
