/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkHost;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.ConfigurationException;
import io.microbench.plan.NoCases;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.plan.SettingSource;
import io.microbench.plan.Settings;
import io.microbench.result.CasePlan;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows every case on this JVM's class path that the settings choose, ready to be run.
 *
 * <p>Which classes have benchmarks is what JMH's annotation processor wrote down. No test engine is asked: what keeps a test
 * from running (tags, conditions) says nothing here, except {@code @Disabled}.
 */
final class CaseCatalog {

    private static final String DISABLED = "org.junit.jupiter.api.Disabled";

    private final HostCases cases;
    private final boolean forkArchives;
    private final Map<String, PlannedCase> planned = new HashMap<>();

    private CaseCatalog(HostCases cases, boolean forkArchives, List<PlannedCase> planned) {
        this.cases = cases;
        this.forkArchives = forkArchives;
        planned.forEach(one -> this.planned.put(one.id().text(), one));
    }

    /**
     * Looks for the cases.
     *
     * @param defaults settings that hold where no property of this JVM says otherwise; they go before annotations
     * @throws ConfigurationException if a setting cannot be used
     * @throws PreflightException if the chosen cases cannot deliver numbers
     * @throws Throwable what the constructor of a benchmark class throws
     */
    static CaseCatalog of(Map<String, String> defaults) throws Throwable {
        Settings settings = Settings.resolve(List.of(
                SettingSource.systemProperties(),
                SettingSource.of("default of a comparison", defaults),
                SettingSource.file(CaseCatalog.class.getClassLoader())));
        if (!settings.problems().isEmpty()) {
            throw new ConfigurationException(String.join(System.lineSeparator(), settings.problems()));
        }
        List<String> warnings = new ArrayList<>();
        List<PlannedCase> known = known(new CaseResolver(settings), warnings);
        List<PlannedCase> chosen = runnable(choose(known, settings), warnings);
        Plan plan = new Planner(settings).plan(chosen);
        if (!chosen.isEmpty()) {
            Preflight preflight = Preflight.of(plan);
            preflight.check();
            warnings.addAll(preflight.warnings());
        }
        HostCases cases = new HostCases(
                new EnvironmentProbe(Path.of("/")).probe(),
                plan.settings(),
                chosen.stream()
                        .map(c -> new HostCases.HostCase(c.id(), c.plan()))
                        .toList(),
                known.size(),
                chosen.isEmpty() && !known.isEmpty() ? NoCases.message(settings, known) : "",
                warnings);
        return new CaseCatalog(cases, plan.forkArchives(), chosen);
    }

    private static List<PlannedCase> known(CaseResolver resolver, List<String> warnings) {
        List<PlannedCase> known = new ArrayList<>();
        for (Class<?> type : ListedClasses.all(warnings::add)) {
            try {
                known.addAll(resolver.cases(BenchmarkClass.of(type)));
            } catch (ConfigurationException e) {
                warnings.add(type.getName() + " is left out: " + e.getMessage());
            }
        }
        return known;
    }

    private static List<PlannedCase> choose(List<PlannedCase> known, Settings settings) throws Throwable {
        Planner planner = new Planner(settings);
        Map<Class<?>, BenchmarkHost> hosts = new HashMap<>();
        List<PlannedCase> chosen = new ArrayList<>();
        for (PlannedCase one : known) {
            if (settings.cases().matches(one) && !isDisabled(one)) {
                BenchmarkHost host = hosts.get(one.benchmarkClass());
                if (host == null) {
                    host = BenchmarkHost.of(one.benchmarkClass());
                    hosts.put(one.benchmarkClass(), host);
                }
                chosen.add(planner.complete(one, host));
            }
        }
        return chosen;
    }

    private static List<PlannedCase> runnable(List<PlannedCase> cases, List<String> warnings) {
        Profilers profilers = Profilers.tried(cases);
        warnings.addAll(profilers.warnings());
        return cases.stream()
                .map(c -> c.with(
                        c.plan().withProfilers(profilers.available(c.plan().profilers()))))
                .toList();
    }

    /** By name: JUnit need not be on the class path, and then nothing is disabled. */
    private static boolean isDisabled(PlannedCase one) {
        Class<?> type = one.benchmarkClass();
        return isDisabled(type.getAnnotations())
                || Arrays.stream(type.getMethods())
                        .filter(method -> method.getName().equals(one.id().method()))
                        .anyMatch(method -> isDisabled(method.getAnnotations()));
    }

    private static boolean isDisabled(Annotation[] annotations) {
        return Arrays.stream(annotations)
                .anyMatch(a -> a.annotationType().getName().equals(DISABLED));
    }

    /** Returns what there is to measure. */
    HostCases cases() {
        return cases;
    }

    /** Returns whether forks may start from a class archive. */
    boolean forkArchives() {
        return forkArchives;
    }

    /** Returns a case with another plan. */
    PlannedCase find(String caseId, CasePlan plan) {
        return Optional.ofNullable(planned.get(caseId))
                .orElseThrow(() -> new PreflightException("There is no case " + caseId + " here."))
                .with(plan);
    }
}
