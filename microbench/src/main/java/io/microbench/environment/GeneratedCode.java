/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.environment;

import io.microbench.plan.PlannedCase;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Checks what JMH's annotation processor left beside the benchmark classes.
 *
 * <p>Two files matter. Without its line in {@code META-INF/BenchmarkList} a benchmark cannot run. Without its lines in
 * {@code META-INF/CompilerHints} it runs and measures something else: the processor writes that file anew at each
 * compilation, with the classes of that compilation only, so an incremental build silently drops every
 * {@code @CompilerControl} of the others.
 */
final class GeneratedCode {

    private static final String PROCESSOR_POM = """
            <plugin>
              <artifactId>maven-compiler-plugin</artifactId>
              <configuration>
                <annotationProcessorPaths>
                  <path>
                    <groupId>org.openjdk.jmh</groupId>
                    <artifactId>jmh-generator-annprocess</artifactId>
                    <version>1.37</version>
                  </path>
                </annotationProcessorPaths>
              </configuration>
            </plugin>
            """;

    private static final int MAX_NAMES = 5;

    private final ClassLoader loader;

    /** Searches the given class loader; in production that of JMH, where JMH searches. */
    GeneratedCode(ClassLoader loader) {
        this.loader = loader;
    }

    static GeneratedCode ofJmh() {
        return new GeneratedCode(BenchmarkList.class.getClassLoader());
    }

    /** Returns what is wrong, with what to do about it; empty when all cases can run as they were written. */
    Optional<String> complaint(List<PlannedCase> cases) {
        Set<String> listed = listedBenchmarks();
        Set<String> unlisted = new TreeSet<>();
        for (PlannedCase planned : cases) {
            if (!listed.contains(planned.id().benchmark())) {
                unlisted.add(planned.id().benchmark());
            }
        }
        if (listed.isEmpty() && !unlisted.isEmpty()) {
            return Optional.of(
                    "There is no META-INF/BenchmarkList on the class path: JMH's annotation processor has not run. Since"
                            + " JDK 23 javac runs only processors that are named. Add to the pom:\n" + PROCESSOR_POM);
        }
        if (!unlisted.isEmpty()) {
            return Optional.of("META-INF/BenchmarkList does not know " + names(unlisted)
                    + ": compiled without JMH's annotation processor, or the list is from an older build. Run mvn clean first;"
                    + " if that does not help, name the processor in the pom:\n" + PROCESSOR_POM);
        }
        Set<String> unhinted = missingHints(cases);
        if (!unhinted.isEmpty()) {
            return Optional.of("META-INF/CompilerHints has no line for " + names(unhinted)
                    + ": an incremental compilation wrote it anew for some classes only, and the others would be inlined"
                    + " differently than they say. Run mvn clean before measuring; if that does not help, the module that holds them"
                    + " is compiled without JMH's annotation processor.");
        }
        return Optional.empty();
    }

    /** Of hundreds of names the first tell enough. */
    private static String names(Set<String> names) {
        String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        return names.size() <= MAX_NAMES ? first : first + " and " + (names.size() - MAX_NAMES) + " more";
    }

    private Set<String> listedBenchmarks() {
        Set<String> names = new LinkedHashSet<>();
        entries().forEach(entry -> names.add(entry.getUsername()));
        return names;
    }

    /** Returns every benchmark that JMH can run in this JVM. */
    List<BenchmarkListEntry> entries() {
        List<BenchmarkListEntry> entries = new ArrayList<>();
        for (URL list : resources(BenchmarkList.BENCHMARK_LIST)) {
            try (InputStream in = list.openStream()) {
                // A merged jar has the empty lines between the lists of its parts; JMH itself passes over them, too.
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(BenchmarkListEntry::new)
                        .forEach(entries::add);
            } catch (IOException | RuntimeException e) {
                throw new PreflightException(
                        list + " cannot be read (" + e + "): it was damaged or written by another JMH. Run mvn clean.");
            }
        }
        return entries;
    }

    private Set<String> missingHints(List<PlannedCase> cases) {
        Set<String> hinted = hintedNames();
        Set<String> missing = new TreeSet<>();
        Set<Class<?>> classes = new LinkedHashSet<>();
        cases.forEach(c -> classes.add(c.benchmarkClass()));
        for (Class<?> benchmarkClass : classes) {
            for (Class<?> type = benchmarkClass; type != null && type != Object.class; type = type.getSuperclass()) {
                String name = dotted(type.getName());
                if (type.isAnnotationPresent(CompilerControl.class) && !hinted.contains(name + ".*")) {
                    missing.add(name);
                }
                for (Method method : type.getDeclaredMethods()) {
                    boolean controlled = method.isAnnotationPresent(CompilerControl.class);
                    boolean inlined = method.isAnnotationPresent(Benchmark.class)
                            && !type.isAnnotationPresent(CompilerControl.class);
                    if ((controlled || inlined) && !hinted.contains(name + "." + dotted(method.getName()))) {
                        missing.add(name + "." + method.getName());
                    }
                }
            }
        }
        return missing;
    }

    /** Reads lines of the form {@code dontinline,io/acme/Class.method}. */
    private Set<String> hintedNames() {
        Set<String> names = new LinkedHashSet<>();
        for (URL hints : resources("/META-INF/CompilerHints")) {
            try (InputStream in = hints.openStream()) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.substring(line.indexOf(',') + 1))
                        .map(GeneratedCode::dotted)
                        .forEach(names::add);
            } catch (IOException e) {
                throw new PreflightException(hints + " cannot be read (" + e + "). Run mvn clean.");
            }
        }
        return names;
    }

    private static String dotted(String name) {
        return name.replace('/', '.').replace('$', '.');
    }

    private List<URL> resources(String name) {
        try {
            return Collections.list(loader.getResources(name.substring(1)));
        } catch (IOException e) {
            throw new PreflightException("The class path cannot be searched for " + name + " (" + e + ").");
        }
    }
}
