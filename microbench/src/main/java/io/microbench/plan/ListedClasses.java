// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.settings.CaseFilter;
import io.microbench.settings.KnownSettings;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;

/**
 * The benchmarks that JMH's annotation processor listed on the class path of this JVM, whether or not this JVM runs
 * them. A filter that matches none of its classes may be meant for classes of another JVM of the build.
 */
public final class ListedClasses {

    private ListedClasses() {}

    /** Returns the classes without initializing them; fails if a class that the filter may choose cannot be loaded. */
    public static List<Class<?>> all(CaseFilter filter) {
        return classes(filter, List.of());
    }

    /**
     * Returns the classes with a benchmark that the filter, or the benchmark part of one of its patterns, may choose. Other listed classes
     * are not loaded, which takes most of the time before the first fork of a large suite.
     */
    public static List<Class<?>> named(CaseFilter filter) {
        return classes(
                filter,
                Stream.concat(Stream.of(filter), filter.parts().stream().map(CaseFilter.Part::filter))
                        .toList());
    }

    private static List<Class<?>> classes(CaseFilter filter, List<CaseFilter> wanted) {
        Map<String, List<BenchmarkListEntry>> listed = GeneratedCode.ofJmh().entries().stream()
                .collect(Collectors.groupingBy(
                        BenchmarkListEntry::getUserClassQName, LinkedHashMap::new, Collectors.toList()));
        List<Class<?>> classes = new ArrayList<>(UnlistedClasses.onClassPath());
        if (!wanted.isEmpty()) {
            listed.values().removeIf(entries -> entries.stream()
                    .noneMatch(entry -> wanted.stream().anyMatch(part -> isMeant(part, entry))));
        }
        listed.forEach((name, entries) -> {
            try {
                Class<?> type = load(name);
                if (BenchmarkClass.isBenchmarkClass(type)) {
                    classes.add(type);
                }
            } catch (LinkageError e) {
                if (entries.stream().anyMatch(entry -> isMeant(filter, entry))) {
                    String message =
                            e.getClass() == LinkageError.class ? e.getMessage() : MissingArgument.message(name, e);
                    throw new PreflightException(
                            message + " Or leave it out with " + KnownSettings.CASES.name() + "='!" + name + "'.");
                }
            }
        });
        return classes;
    }

    /**
     * Returns the JVM arguments of all {@code @Fork} annotations; empty if no list can be read (the run reports this).
     *
     * @param classPath the class path with the lists, relative to the directory
     */
    public static List<String> forkArguments(List<String> classPath, Path directory) {
        List<String> arguments = new ArrayList<>();
        try {
            URL[] urls = new URL[classPath.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = directory.resolve(classPath.get(i)).toUri().toURL();
            }
            try (URLClassLoader loader = new URLClassLoader(urls, null)) {
                for (BenchmarkListEntry entry : new GeneratedCode(loader).entries()) {
                    Stream.of(entry.getJvmArgsPrepend(), entry.getJvmArgs(), entry.getJvmArgsAppend())
                            .filter(Optional::hasValue)
                            .forEach(given -> arguments.addAll(given.get()));
                }
            }
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
        return arguments;
    }

    /** Loads a class; JMH joins the names of nested classes by dots. */
    private static Class<?> load(String name) {
        for (String binary = name; ; binary = binary.replaceFirst("[.]([^.]*)$", "\\$$1")) {
            try {
                return Class.forName(binary, false, ListedClasses.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                if (binary.indexOf('.') < 0) {
                    throw new LinkageError(
                            name + " does not exist, although META-INF/BenchmarkList names it: the build is not clean."
                                    + " Run mvn clean.",
                            e);
                }
            }
        }
    }

    /** Returns all entries; empty if the processor did not run or the list cannot be read (the run reports this). */
    private static List<BenchmarkListEntry> entries() {
        try {
            return GeneratedCode.ofJmh().entries();
        } catch (PreflightException e) {
            return List.of();
        }
    }

    /** Returns the names of the parameters of benchmarks that the filter may choose. */
    public static Stream<String> parameters(CaseFilter filter) {
        return entries().stream()
                .filter(entry -> isMeant(filter, entry))
                .flatMap(entry -> entry.getParams().orElse(Map.of()).keySet().stream());
    }

    private static String method(BenchmarkListEntry entry) {
        return entry.getUsername().substring(entry.getUserClassQName().length() + 1);
    }

    /**
     * Returns whether a class other than {@code looked} has a benchmark that the predicate accepts by class and method
     * name.
     */
    public static boolean anotherClassHas(Collection<String> looked, BiPredicate<String, String> chooses) {
        return others(looked).anyMatch(entry -> chooses.test(entry.getUserClassQName(), method(entry)));
    }

    /** Returns whether the filter may choose cases of classes other than {@code looked}, in JMH's notation. */
    public static boolean filterMeansAnotherClass(CaseFilter filter, Collection<String> looked) {
        return others(looked).anyMatch(entry -> isMeant(filter, entry));
    }

    private static Stream<BenchmarkListEntry> others(Collection<String> looked) {
        return entries().stream().filter(entry -> !looked.contains(entry.getUserClassQName()));
    }

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

    private static boolean isMeant(CaseFilter filter, BenchmarkListEntry entry) {
        String name = entry.getUserClassQName();
        return filter.mayMatch(packageOf(entry), name, method(entry))
                && !filter.excludes(packageOf(entry), name, method(entry));
    }

    private static String packageOf(BenchmarkListEntry entry) {
        String generated = entry.generatedTarget();
        int end = generated.indexOf(".jmh_generated.");
        return end < 0 ? "" : generated.substring(0, end);
    }
}
