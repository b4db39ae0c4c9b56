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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;

/** Finds the classes with benchmarks on this JVM's class path, as listed by JMH's annotation processor. */
public final class ListedClasses {

    private ListedClasses() {}

    /**
     * Returns the classes in the order of the lists, not initialized.
     *
     * @param filter what is to be measured
     * @throws PreflightException if a class that the filter may choose cannot be loaded
     */
    public static List<Class<?>> all(CaseFilter filter) {
        Map<String, List<BenchmarkListEntry>> listed = GeneratedCode.ofJmh().entries().stream()
                .collect(Collectors.groupingBy(
                        BenchmarkListEntry::getUserClassQName, LinkedHashMap::new, Collectors.toList()));
        List<Class<?>> classes = new ArrayList<>();
        listed.forEach((name, entries) -> {
            try {
                Class<?> type = load(name);
                if (BenchmarkClass.isBenchmarkClass(type)) {
                    classes.add(type);
                }
            } catch (LinkageError e) {
                if (entries.stream().anyMatch(entry -> JmhList.isMeant(filter, entry))) {
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
     * Returns the arguments that {@code @Fork} gives to any of the forks; none if no list can be read, which the run reports.
     *
     * @param classPath where the lists are searched, relative to the directory
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
}
