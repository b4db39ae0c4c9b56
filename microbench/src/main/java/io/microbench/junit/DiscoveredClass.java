// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.forks.CodeGenerator;
import io.microbench.judge.Bounds;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkMethod;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.ListedClasses;
import io.microbench.plan.PlannedCase;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.State;

/**
 * A discovered benchmark class.
 *
 * @param type the class, not initialized
 * @param byKey all its cases by their keys, in order, whether or not the filter selects them
 * @param problem the reason why the class cannot be run; empty if it can
 */
record DiscoveredClass(Class<?> type, Map<String, DiscoveredCase> byKey, Optional<Throwable> problem) {

    Collection<DiscoveredCase> cases() {
        return byKey.values();
    }

    static Optional<DiscoveredClass> of(Class<?> type, CaseResolver resolver, CaseFilter filter) {
        try {
            if (BenchmarkClass.isBenchmarkClass(type)) {
                return Optional.of(planned(type, resolver));
            }
            return BenchmarkClass.isRefused(type) && isMeant(type, filter)
                    ? CodeGenerator.brokenRule(type)
                            .map(rule ->
                                    new DiscoveredClass(type, Map.of(), Optional.of(new ConfigurationException(rule))))
                    : Optional.empty();
        } catch (RuntimeException | LinkageError e) {
            // A class that cannot be read is reported only if it is a benchmark that the filter may choose, or looks
            // like one.
            boolean isMeant = ListedClasses.has(type) ? ListedClasses.isMeant(filter, type) : looksLikeBenchmarks(type);
            return e instanceof ConfigurationException || isMeant
                    ? Optional.of(new DiscoveredClass(type, Map.of(), Optional.of(e)))
                    : Optional.empty();
        }
    }

    private static boolean isMeant(Class<?> type, CaseFilter filter) {
        BenchmarkClass benchmarks = BenchmarkClass.of(type);
        return benchmarks.methods().stream()
                .anyMatch(method -> filter.mayMatch(type.getPackageName(), benchmarks.name(), method.name()));
    }

    /** Plans the cases of a benchmark class; a class that cannot be planned is kept, with the reason. */
    private static DiscoveredClass planned(Class<?> type, CaseResolver resolver) {
        try {
            BenchmarkClass benchmarks = BenchmarkClass.of(type);
            return new DiscoveredClass(type, cases(benchmarks, resolver), Optional.empty());
        } catch (RuntimeException | LinkageError e) {
            return new DiscoveredClass(type, Map.of(), Optional.of(e));
        }
    }

    private static boolean looksLikeBenchmarks(Class<?> type) {
        try {
            return BenchmarkClass.mayHoldBenchmarks(type)
                    && (AbstractMicrobenchmark.class.isAssignableFrom(type) || type.isAnnotationPresent(State.class));
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static Map<String, DiscoveredCase> cases(BenchmarkClass benchmarks, CaseResolver resolver) {
        Map<String, List<Method>> methods = benchmarks.methods().stream()
                .collect(Collectors.toMap(BenchmarkMethod::name, BenchmarkMethod::methods));
        Map<String, List<PlannedCase>> byMethod = resolver.cases(benchmarks).stream()
                .collect(Collectors.groupingBy(planned -> planned.id().method(), TreeMap::new, Collectors.toList()));
        Bounds.of(benchmarks)
                .check(byMethod.values().stream().flatMap(List::stream).toList());
        Map<String, DiscoveredCase> cases = new LinkedHashMap<>();
        byMethod.forEach((method, planned) -> {
            for (int i = 0; i < planned.size(); i++) {
                String name = planned.size() == 1 ? method : planned.get(i).id().displayName() + "[" + (i + 1) + "]";
                String key = method + ":" + planned.get(i).id().variant();
                cases.put(
                        key,
                        new DiscoveredCase(
                                planned.get(i), key, methods.getOrDefault(method, List.of()), cases.size(), name));
            }
        });
        return cases;
    }

    /**
     * One case of a class, selected or not.
     *
     * @param planned the case
     * @param key the text that distinguishes it from the other cases of its class: {@code method:size=1024,threads=1}
     * @param methods its Java methods, several for a JMH group
     * @param position its index among all cases of the class, from 0
     * @param reportingName its name in Surefire's XML
     */
    record DiscoveredCase(PlannedCase planned, String key, List<Method> methods, int position, String reportingName) {

        /** Returns whether the name is that of this case's benchmark, JMH group, or one of its Java methods. */
        boolean isOf(String method) {
            return planned.id().method().equals(method)
                    || methods.stream().anyMatch(m -> m.getName().equals(method));
        }
    }
}
