// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfiledFork;
import io.microbench.profile.ProfilerPlan;
import io.microbench.report.CaseProfile;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.run.PlanRun;
import io.microbench.text.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Profiles the measured cases of a run, each by each profiler in an extra fork. */
final class SuiteProfiles {

    private static final String FOLDER = "profiles";

    private final PlanRun run;
    private final AskedProfiles asked;
    private final Consumer<String> console;
    private final List<CaseProfile> profiles = new ArrayList<>();

    /**
     * Creates the profiles of a run; starts nothing.
     *
     * @param console receives lines for the user
     */
    SuiteProfiles(PlanRun run, AskedProfiles asked, Consumer<String> console) {
        this.run = run;
        this.asked = asked;
        this.console = console;
    }

    /** Profiles every case that has a score, until the run is stopped. */
    void run(Plan plan) {
        List<PlannedCase> measured = measured(plan);
        if (asked.profilers().isEmpty() || measured.isEmpty()) {
            return;
        }
        Path folder = run.folder().resolve(FOLDER);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ProfileException("Cannot create the folder " + folder + " for profiles (" + e + ").");
        }
        FileNames names = new FileNames("case", "");
        int all = measured.size() * asked.profilers().size();
        for (PlannedCase one : measured) {
            Path base = folder.resolve(names.of(title(one.id())));
            for (ProfilerPlan profiler : asked.profilers()) {
                console.accept("# Profile " + (profiles.size() + 1) + " of " + all + ", not part of any score: "
                        + profiler.asked() + " of " + one.id());
                ProfiledFork fork = run.profile(one, profiler, base);
                if (fork.wasStopped()) {
                    return;
                }
                keep(CaseProfile.of(one.id(), one.id().text(), profiler.asked(), fork, base));
            }
        }
    }

    private List<PlannedCase> measured(Plan plan) {
        Set<CaseId> done = run.record().cases().stream()
                .filter(one ->
                        one.status() == CaseResult.Status.DONE && one.score().isPresent())
                .map(CaseResult::id)
                .collect(Collectors.toSet());
        return plan.cases().stream().filter(one -> done.contains(one.id())).toList();
    }

    /** Returns a short name of a case, for files. */
    static String title(CaseId id) {
        String type = id.className();
        return type.substring(type.lastIndexOf('.') + 1) + "." + id.displayName();
    }

    private void keep(CaseProfile profile) {
        profiles.add(profile);
        run.profiled(profile.id(), profile.recorded(run.folder()));
    }

    /** Returns the profiles so far, in the order of recording. */
    List<CaseProfile> profiles() {
        return List.copyOf(profiles);
    }

    /**
     * Reports that profilers failed, once everything is written.
     *
     * @throws ProfileException if any did
     */
    void requireAll() {
        List<CaseProfile> failed = profiles.stream()
                .filter(profile -> profile.failure().isPresent())
                .toList();
        if (!failed.isEmpty()) {
            throw new ProfileException(failed.size() + " of " + profiles.size() + " profiles failed. The first: "
                    + failed.get(0).describedFailure().orElse(""));
        }
    }
}
