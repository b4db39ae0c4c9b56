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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Knows every case on this JVM's class path that the settings choose, ready to be run.
 *
 * <p>Which classes have benchmarks is what JMH's annotation processor wrote down. No test engine is asked: what keeps a test
 * from running (tags, conditions) says nothing here, except {@code @Disabled}.
 */
final class CaseCatalog {

    private static final String DISABLED = "org.junit.jupiter.api.Disabled";

    private final HostCases cases;
    private final Map<String, PlannedCase> planned;

    private CaseCatalog(HostCases cases, Map<String, PlannedCase> planned) {
        this.cases = cases;
        this.planned = planned;
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
        Planner planner = new Planner(settings);
        CaseResolver resolver = new CaseResolver(settings);
        List<String> warnings = new ArrayList<>();
        List<PlannedCase> known = new ArrayList<>();
        for (Class<?> type : classes(warnings)) {
            try {
                known.addAll(resolver.cases(BenchmarkClass.of(type)));
            } catch (ConfigurationException e) {
                warnings.add(type.getName() + " is left out: " + e.getMessage());
            }
        }
        Map<String, PlannedCase> chosen = new LinkedHashMap<>();
        Map<Class<?>, BenchmarkHost> hosts = new LinkedHashMap<>();
        for (PlannedCase one : known) {
            if (settings.cases().matches(one) && !isDisabled(one)) {
                BenchmarkHost host = hosts.get(one.benchmarkClass());
                if (host == null) {
                    host = BenchmarkHost.of(one.benchmarkClass());
                    hosts.put(one.benchmarkClass(), host);
                }
                chosen.put(one.id().text(), planner.complete(one, host));
            }
        }
        Plan plan = planner.plan(List.copyOf(chosen.values()));
        Preflight preflight = Preflight.of(plan);
        if (!chosen.isEmpty()) {
            preflight.check();
            warnings.addAll(preflight.warnings());
        }
        return new CaseCatalog(
                new HostCases(
                        new EnvironmentProbe(Path.of("/")).probe(),
                        plan.settings(),
                        chosen.values().stream()
                                .map(c -> new HostCases.HostCase(c.id(), c.plan()))
                                .toList(),
                        known.size(),
                        chosen.isEmpty() && !known.isEmpty() ? NoCases.message(settings, known) : "",
                        warnings),
                chosen);
    }

    private static List<Class<?>> classes(List<String> warnings) {
        Set<String> names = new LinkedHashSet<>();
        GeneratedCode.entries().forEach(entry -> names.add(entry.getUserClassQName()));
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                Optional<Class<?>> type = load(name);
                if (type.isEmpty()) {
                    warnings.add(name
                            + " is left out: META-INF/BenchmarkList names it, and there is no such class. Its build"
                            + " is not clean.");
                } else if (BenchmarkClass.isBenchmarkClass(type.get())) {
                    classes.add(type.get());
                }
            } catch (LinkageError e) {
                warnings.add(name + " is left out: its class path lacks something that it needs (" + e + ").");
            }
        }
        return classes;
    }

    /** JMH joins the names of nested classes by dots. */
    private static Optional<Class<?>> load(String name) {
        String binary = name;
        while (true) {
            try {
                return Optional.of(Class.forName(binary, false, CaseCatalog.class.getClassLoader()));
            } catch (ClassNotFoundException e) {
                int dot = binary.lastIndexOf('.');
                if (dot < 0) {
                    return Optional.empty();
                }
                binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
            }
        }
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

    /** Returns a case with another plan. */
    PlannedCase find(String caseId, CasePlan plan) {
        PlannedCase found = Optional.ofNullable(planned.get(caseId))
                .orElseThrow(() -> new PreflightException("There is no case " + caseId + " here."));
        return new PlannedCase(found.id(), found.benchmarkClass(), plan, found.options(), found.switchedOff());
    }
}
