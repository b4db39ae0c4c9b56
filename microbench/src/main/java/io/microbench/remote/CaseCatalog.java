// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.conditions.PlatformParameters;
import io.microbench.conditions.Readiness;
import io.microbench.conditions.Readiness.Candidates;
import io.microbench.conditions.Readiness.Candidates.Candidate;
import io.microbench.environment.EnvironmentProbe;
import io.microbench.environment.Preflight;
import io.microbench.forks.CodeGenerator;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkMethod;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.EmptySelection;
import io.microbench.plan.ListedClasses;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.plan.ProfilerChoice.UnavailableProfilers;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Profiling;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lists the cases on this JVM's class path that the settings select and that can run.
 *
 * <p>The classes with benchmarks are those listed by JMH's annotation processor. As in the test engine, Jupiter's
 * conditions decide whether they can run, if Jupiter is on the class path. Tags are ignored: they select tests.
 */
record CaseCatalog(HostCases cases, List<PlannedCase> planned) {

    /**
     * Finds the cases.
     *
     * @param defaults settings that apply unless a property of this JVM sets another value; they override annotations
     * @throws ConfigurationException if a setting cannot be used
     * @throws PreflightException if the selected cases cannot deliver numbers
     */
    static CaseCatalog of(Map<String, String> defaults) {
        Settings settings = Settings.resolve(List.of(
                SettingSource.systemProperties(),
                new SettingSource("default of a comparison", defaults),
                SettingSource.file(CaseCatalog.class.getClassLoader())));
        if (!settings.problems().isEmpty()) {
            throw new ConfigurationException(String.join(System.lineSeparator(), settings.problems()));
        }
        refuseProfiles(settings);
        List<String> warnings = new ArrayList<>();
        List<PlannedCase> all = new ArrayList<>();
        List<Candidates> selected = selected(settings, all, warnings);
        ExcludedCases leftOut = new ExcludedCases();
        List<PlannedCase> ready = ready(selected, new Planner(settings), leftOut);
        List<PlannedCase> chosen = runnable(ready, warnings);
        generate(chosen);
        Plan plan = new Planner(settings).plan(chosen);
        if (!chosen.isEmpty()) {
            Preflight preflight = Preflight.of(plan);
            preflight.check();
            warnings.addAll(preflight.warnings());
            leftOut.message().ifPresent(warnings::add);
            warnings.addAll(EmptySelection.unusedPatterns(settings, all));
        }
        HostCases cases = new HostCases(
                new EnvironmentProbe(Path.of("/")).probeWithClassPath(),
                plan.settings(),
                chosen.stream()
                        .map(c -> new HostCases.HostCase(c.id(), c.plan()))
                        .toList(),
                all.size(),
                chosen.isEmpty() && !all.isEmpty()
                        ? leftOut.message().orElseGet(() -> EmptySelection.message(settings, all))
                        : "",
                warnings,
                leftOut.broken());
        return new CaseCatalog(cases, chosen);
    }

    private static void generate(List<PlannedCase> cases) {
        Map<Class<?>, String> refused = CodeGenerator.complete(
                cases.stream().map(PlannedCase::benchmarkClass).collect(Collectors.toCollection(LinkedHashSet::new)));
        if (!refused.isEmpty()) {
            throw new PreflightException(String.join("\n", refused.values()));
        }
    }

    private static void refuseProfiles(Settings settings) {
        settings.find(KnownSettings.PROFILE).ifPresent(profilers -> {
            throw new ConfigurationException(Profiling.SETTING + " = \"" + profilers
                    + "\": forks with profilers belong to a run, and this is a comparison, a watch or a node's part of a"
                    + " run. Leave it out, and profile with microbench run --profile.");
        });
    }

    /** Returns the selected cases by class, and adds all cases to the known ones. */
    private static List<Candidates> selected(Settings settings, List<PlannedCase> known, List<String> warnings) {
        CaseResolver resolver = new CaseResolver(settings);
        CaseFilter filter = settings.cases();
        List<Candidates> selected = new ArrayList<>();
        for (Class<?> type : ListedClasses.all(filter)) {
            try {
                BenchmarkClass benchmarks = BenchmarkClass.of(type);
                List<PlannedCase> cases = resolver.cases(benchmarks);
                known.addAll(cases);
                selected.add(new Candidates(
                        type,
                        Optional.empty(),
                        cases.stream()
                                .filter(planned -> planned.isChosenBy(filter))
                                .map(planned -> new Candidate(planned, methods(benchmarks, planned)))
                                .toList()));
            } catch (ConfigurationException e) {
                warnings.add(type.getName() + " is left out: " + e.getMessage());
            }
        }
        selected.removeIf(type -> type.cases().isEmpty());
        return selected;
    }

    private static List<Method> methods(BenchmarkClass benchmarks, PlannedCase planned) {
        return benchmarks
                .method(planned.id().method())
                .map(BenchmarkMethod::methods)
                .orElse(List.of());
    }

    private static List<PlannedCase> ready(List<Candidates> selected, Planner planner, ExcludedCases leftOut) {
        Readiness readiness = Readiness.of(selected, planner, PlatformParameters.ofThisJvm());
        selected.forEach(type -> type.cases()
                .forEach(candidate ->
                        leftOut.look(readiness.planned(candidate.planned()), readiness.broken(candidate.planned()))));
        return readiness.planned().stream()
                .filter(plannedCase -> plannedCase.switchedOff().isEmpty())
                .toList();
    }

    private static List<PlannedCase> runnable(List<PlannedCase> cases, List<String> warnings) {
        UnavailableProfilers unavailable = UnavailableProfilers.ofCases(cases);
        warnings.addAll(unavailable.warnings());
        return cases.stream().map(unavailable::leftOutOf).toList();
    }

    PlannedCase find(String caseId, CasePlan plan) {
        return planned.stream()
                .filter(plannedCase -> plannedCase.id().text().equals(caseId))
                .findFirst()
                .orElseThrow(() -> new PreflightException("Case " + caseId + " does not exist here."))
                .with(plan);
    }

    /** Collects the selected cases that will not run, by their reasons. */
    static final class ExcludedCases {

        private static final int SHOWN = 3;

        private final Map<String, Set<CaseId>> byReason = new LinkedHashMap<>();
        private final List<HostCases.BrokenCase> broken = new ArrayList<>();

        /** Records a case that is switched off, or that cannot run because of an exception. */
        void look(PlannedCase planned, Optional<Throwable> cause) {
            if (cause.isPresent()) {
                add("cannot run: " + cause.get(), planned.id());
                broken.add(new HostCases.BrokenCase(planned.id(), cause.get().toString()));
            } else {
                planned.switchedOff().ifPresent(reason -> add("switched off: " + reason, planned.id()));
            }
        }

        private void add(String reason, CaseId id) {
            byReason.computeIfAbsent(reason, r -> new LinkedHashSet<>()).add(id);
        }

        List<HostCases.BrokenCase> broken() {
            return List.copyOf(broken);
        }

        /** Returns a sentence with the number of the cases, their names and the reasons; empty if all cases run. */
        Optional<String> message() {
            if (byReason.isEmpty()) {
                return Optional.empty();
            }
            int count = byReason.values().stream().mapToInt(Set::size).sum();
            List<String> reasons = new ArrayList<>();
            byReason.forEach((reason, ids) -> reasons.add(names(ids) + " (" + reason + ")"));
            return Optional.of(Counted.of(count, "chosen case is", "chosen cases are") + " not measured: "
                    + String.join("; ", reasons) + ".");
        }

        private static String names(Set<CaseId> ids) {
            return Counted.first(SHOWN, ids.stream().map(CaseId::text).toList());
        }
    }
}
