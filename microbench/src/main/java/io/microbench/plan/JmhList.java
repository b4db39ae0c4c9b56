// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.settings.CaseFilter;
import io.microbench.text.PreflightException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * The benchmarks that JMH's annotation processor listed on the class path of this JVM, whether or not it runs them: a filter that
 * fits none of its own may mean those of a class that another JVM of the build runs.
 */
public final class JmhList {

    private JmhList() {}

    /** Returns all entries; none where the processor did not run or the list cannot be read, which the run reports. */
    static List<BenchmarkListEntry> entries() {
        try {
            return GeneratedCode.ofJmh().entries();
        } catch (PreflightException e) {
            return List.of();
        }
    }

    /** Returns the names of the parameters of all benchmarks. */
    public static Stream<Set<String>> parameters() {
        return entries().stream()
                .map(entry -> entry.getParams().orElse(Map.of()).keySet());
    }

    static String method(BenchmarkListEntry entry) {
        return entry.getUsername().substring(entry.getUserClassQName().length() + 1);
    }

    /**
     * Returns whether another class on the class path has such a benchmark.
     *
     * @param looked the benchmark classes that were looked at already, by JMH's name
     * @param chooses takes the full name of a class and the name of a method
     */
    public static boolean anotherClassHas(Collection<String> looked, BiPredicate<String, String> chooses) {
        return entries().stream()
                .filter(entry -> !looked.contains(entry.getUserClassQName()))
                .anyMatch(entry -> chooses.test(entry.getUserClassQName(), method(entry)));
    }

    /**
     * Returns whether the filter may choose cases of other classes on the class path.
     *
     * @param looked the benchmark classes that were looked at already, by JMH's name
     */
    public static boolean filterMeansAnotherClass(CaseFilter filter, Collection<String> looked) {
        return entries().stream()
                .filter(entry -> !looked.contains(entry.getUserClassQName()))
                .anyMatch(entry -> isMeant(filter, entry));
    }

    /** Returns whether the list has the class. */
    public static boolean has(Class<?> type) {
        return entries().stream().anyMatch(entry -> isOf(type, entry));
    }

    /** Returns whether the list has the class, and the filter may choose cases of it. */
    public static boolean isMeant(CaseFilter filter, Class<?> type) {
        return entries().stream().anyMatch(entry -> isOf(type, entry) && isMeant(filter, entry));
    }

    private static boolean isOf(Class<?> type, BenchmarkListEntry entry) {
        return entry.getUserClassQName().equals(type.getName().replace('$', '.'));
    }

    static boolean isMeant(CaseFilter filter, BenchmarkListEntry entry) {
        return filter.mayMatch(packageOf(entry), entry.getUserClassQName(), method(entry));
    }

    private static String packageOf(BenchmarkListEntry entry) {
        String generated = entry.generatedTarget();
        int end = generated.indexOf(".jmh_generated.");
        return end < 0 ? "" : generated.substring(0, end);
    }
}
