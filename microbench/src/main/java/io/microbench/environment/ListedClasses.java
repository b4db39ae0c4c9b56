/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.environment;

import io.microbench.plan.BenchmarkClass;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Finds the classes with benchmarks on this JVM's class path: those that JMH's annotation processor wrote down. */
public final class ListedClasses {

    private ListedClasses() {}

    /**
     * Returns the classes in the order of the lists, not initialised.
     *
     * @param warn receives the classes that are listed and cannot be loaded
     */
    public static List<Class<?>> all(Consumer<String> warn) {
        Set<String> names = new LinkedHashSet<>();
        GeneratedCode.ofJmh().entries().forEach(entry -> names.add(entry.getUserClassQName()));
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                Optional<Class<?>> type = load(name);
                if (type.isEmpty()) {
                    warn.accept(name
                            + " is left out: META-INF/BenchmarkList names it, and there is no such class. Its build"
                            + " is not clean.");
                } else if (BenchmarkClass.isBenchmarkClass(type.get())) {
                    classes.add(type.get());
                }
            } catch (LinkageError e) {
                warn.accept(name + " is left out: its class path lacks something that it needs (" + e + ").");
            }
        }
        return classes;
    }

    /** JMH joins the names of nested classes by dots. */
    private static Optional<Class<?>> load(String name) {
        String binary = name;
        while (true) {
            try {
                return Optional.of(Class.forName(binary, false, ListedClasses.class.getClassLoader()));
            } catch (ClassNotFoundException e) {
                int dot = binary.lastIndexOf('.');
                if (dot < 0) {
                    return Optional.empty();
                }
                binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
            }
        }
    }
}
