// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.ProfilerSupport;
import io.microbench.report.CaseProfile;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.run.PlanRun;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Profiling;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Profiles the measured cases of a run, each by each profiler in an extra fork. */
final class SuiteProfiles {

    private static final String FOLDER = "profiles";

    private final PlanRun run;
    private final RequestedProfilers requested;
    private final Consumer<String> console;
    private final List<CaseProfile> profiles = new ArrayList<>();

    SuiteProfiles(PlanRun run, RequestedProfilers requested, Consumer<String> console) {
        this.run = run;
        this.requested = requested;
        this.console = console;
    }

    /** Profiles every case that has a score, until the run is stopped. */
    void run(Plan plan) {
        List<PlannedCase> measured = measured(plan);
        if (requested.profilers().isEmpty() || measured.isEmpty()) {
            return;
        }
        Path folder = run.folder().resolve(FOLDER);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ProfileException("Cannot create the folder " + folder + " for profiles (" + e + ").");
        }
        FileNames names = new FileNames("case");
        int all = measured.size() * requested.profilers().size();
        for (PlannedCase measuredCase : measured) {
            Path base = folder.resolve(names.of(title(measuredCase.id())));
            for (ProfilerPlan profiler : requested.profilers()) {
                console.accept("# Profile " + (profiles.size() + 1) + " of " + all + ", not part of any score: "
                        + profiler.requested() + " of " + measuredCase.id());
                ProfiledFork fork = run.profile(measuredCase, profiler, base);
                if (fork.wasStopped()) {
                    return;
                }
                keep(CaseProfile.of(measuredCase.id(), measuredCase.id().text(), profiler.requested(), fork, base));
            }
        }
    }

    private List<PlannedCase> measured(Plan plan) {
        Set<CaseId> done = run.record().cases().stream()
                .filter(measuredCase -> measuredCase.status() == CaseResult.Status.DONE
                        && measuredCase.score().isPresent())
                .map(CaseResult::id)
                .collect(Collectors.toSet());
        return plan.cases().stream()
                .filter(measuredCase -> done.contains(measuredCase.id()))
                .toList();
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

    List<CaseProfile> profiles() {
        return List.copyOf(profiles);
    }

    /** Reports that profilers failed, once everything is written. */
    void requireAll() {
        List<CaseProfile> failed = profiles.stream()
                .filter(profile -> profile.failure().isPresent())
                .toList();
        if (!failed.isEmpty()) {
            throw new ProfileException(failed.size() + " of " + profiles.size() + " profiles failed. The first: "
                    + failed.get(0).describedFailure().orElse(""));
        }
    }

    /**
     * The requested profilers of a run, checked before anything is measured.
     *
     * @param profilers the profilers in the order of use; empty if none is requested
     */
    record RequestedProfilers(List<ProfilerPlan> profilers) {

        static RequestedProfilers of(Plan plan) {
            return plan.profiling().isEmpty() ? new RequestedProfilers(List.of()) : of(plan, ProfilerSupport::here);
        }

        static RequestedProfilers of(Plan plan, Supplier<ProfilerSupport> ground) {
            if (plan.profiling().isEmpty()) {
                return new RequestedProfilers(List.of());
            }
            Profiling requested = plan.profiling().get();
            checkSupported(plan, requested);
            return new RequestedProfilers(ProfilerPlan.all(
                    Profiling.SETTING, List.of(requested.profilers()), ground.get(), () -> library(requested)));
        }

        /** Returns a line with the cost of the forks with profilers; empty if there are none. */
        Optional<String> cost(Plan plan) {
            if (profilers.isEmpty()) {
                return Optional.empty();
            }
            List<PlannedCase> forks = plan.cases().stream()
                    .filter(measuredCase -> measuredCase.switchedOff().isEmpty())
                    .map(measuredCase -> measuredCase.longestFork(1))
                    .toList();
            if (forks.isEmpty()) {
                return Optional.empty();
            }
            Duration each = forks.stream().map(PlannedCase::cost).reduce(Duration.ZERO, Duration::plus);
            return Optional.of(
                    "Afterwards " + Counted.of((long) forks.size() * profilers.size(), "fork") + " with profilers ("
                            + profilers.stream().map(ProfilerPlan::requested).collect(Collectors.joining(", "))
                            + "), not part of any score, about " + Durations.text(each.multipliedBy(profilers.size())));
        }

        private static void checkSupported(Plan plan, Profiling requested) {
            if (plan.nodes().isPresent()) {
                throw new ConfigurationException(Profiling.SETTING + " " + requested.profilers()
                        + ": its forks run on this machine, but microbench.nodes measures on others. Leave one"
                        + " of them out.");
            }
            plan.cases().stream()
                    .filter(measuredCase -> measuredCase.switchedOff().isEmpty()
                            && measuredCase.plan().inProcess())
                    .map(PlannedCase::id)
                    .findFirst()
                    .ifPresent(id -> {
                        throw new ConfigurationException(Profiling.SETTING + " " + requested.profilers() + ": " + id
                                + " is measured inside this JVM (forks = 0), and a profiler needs a fork. Set forks to"
                                + " 1 or more, or leave " + Profiling.SETTING + " out.");
                    });
        }

        private static Path library(Profiling requested) {
            Path library = requested
                    .asyncLibrary()
                    .orElseThrow(() -> new ConfigurationException(Profiling.SETTING + " " + requested.profilers()
                            + ": async-profiler is not included in this build. Name its library (-D"
                            + Profiling.ASYNC_LIBRARY + "=/path/of/libasyncProfiler.so), or let the command fetch it:"
                            + " microbench run --profile async."
                            + " jfr needs no library."));
            if (!Files.isRegularFile(library)) {
                throw new ConfigurationException(Profiling.ASYNC_LIBRARY + " = \"" + library
                        + "\": this file does not exist. Expected the library of async-profiler, libasyncProfiler.so.");
            }
            return library;
        }
    }
}
