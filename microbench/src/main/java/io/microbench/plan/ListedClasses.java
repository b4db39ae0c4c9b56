// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;

/** Finds the classes with benchmarks on this JVM's class path, as listed by JMH's annotation processor. */
public final class ListedClasses {

    private ListedClasses() {}

    /** Returns the classes in the order of the lists, not initialized; an empty class replaces each unloadable one. */
    public static List<Class<?>> all() {
        Set<String> names = new LinkedHashSet<>();
        GeneratedCode.ofJmh().entries().forEach(entry -> names.add(entry.getUserClassQName()));
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            Class<?> type = load(name);
            if (BenchmarkClass.isBenchmarkClass(type)) {
                classes.add(type);
            }
        }
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
        String binary = name;
        while (true) {
            try {
                return Class.forName(binary, false, ListedClasses.class.getClassLoader());
            } catch (LinkageError e) {
                return BenchmarkClass.standIn(binary, e);
            } catch (ClassNotFoundException e) {
                int dot = binary.lastIndexOf('.');
                if (dot < 0) {
                    return BenchmarkClass.standIn(name, missing(name));
                }
                binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
            }
        }
    }

    private static LinkageError missing(String name) {
        NoClassDefFoundError missing = new NoClassDefFoundError(name);
        missing.initCause(new ClassNotFoundException(name));
        return missing;
    }
}
