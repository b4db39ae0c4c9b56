// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Version;

/**
 * Checks the files that JMH's annotation processor wrote for the benchmark classes.
 *
 * <p>Two files matter. Without its line in {@code META-INF/BenchmarkList} a benchmark cannot run. Without its lines in
 * {@code META-INF/CompilerHints} it runs but measures something else: the processor rewrites that file at each
 * compilation with only the classes of that compilation, so an incremental build silently drops every
 * {@code @CompilerControl} of the others.
 */
public final class GeneratedCode {

    private static final String PROCESSOR_POM = """
            <plugin>
              <artifactId>maven-compiler-plugin</artifactId>
              <configuration>
                <annotationProcessorPaths>
                  <path>
                    <groupId>org.openjdk.jmh</groupId>
                    <artifactId>jmh-generator-annprocess</artifactId>
                    <version>%s</version>
                  </path>
                </annotationProcessorPaths>
              </configuration>
            </plugin>
            """;

    private static final int MAX_NAMES = 5;

    private final ClassLoader loader;

    /** Creates a check of the given class loader; in production that of JMH. */
    public GeneratedCode(ClassLoader loader) {
        this.loader = loader;
    }

    /** Returns a check of JMH's class loader, unless this JMH is too old. */
    public static GeneratedCode ofJmh() {
        requireUsable(BenchmarkParams.class);
        return new GeneratedCode(BenchmarkList.class.getClassLoader());
    }

    /** Checks for methods of JMH 1.23, the oldest supported version. */
    static void requireUsable(Class<?> benchmarkParams) {
        if (Arrays.stream(benchmarkParams.getMethods())
                .noneMatch(method -> method.getName().equals("getJmhVersion"))) {
            CodeSource source = benchmarkParams.getProtectionDomain().getCodeSource();
            throw new PreflightException(
                    "The JMH on the class path is too old"
                            + (source == null ? "" : " (" + source.getLocation() + ")")
                            + ". Expected 1.23 or newer. Change the version of jmh-core and jmh-generator-annprocess, and run mvn clean.");
        }
    }

    private static String processorPom() {
        return PROCESSOR_POM.formatted(Version.getPlainVersion());
    }

    /** Returns what is wrong, with what to do about it; empty if all cases can run as written. */
    public Optional<String> complaint(List<PlannedCase> cases) {
        Map<String, String> listed = listedBenchmarks();
        Set<String> unlisted = new TreeSet<>();
        for (PlannedCase planned : cases) {
            if (!listed.containsKey(planned.id().benchmark())) {
                unlisted.add(planned.id().benchmark());
            }
        }
        if (listed.isEmpty() && !unlisted.isEmpty()) {
            return Optional.of(
                    "There is no META-INF/BenchmarkList on the class path: JMH's annotation processor has not run. Since"
                            + " JDK 23 javac runs only processors that are named. Add to the pom:\n" + processorPom());
        }
        if (!unlisted.isEmpty()) {
            return Optional.of("META-INF/BenchmarkList does not list " + Counted.first(MAX_NAMES, unlisted)
                    + ": compiled without JMH's annotation processor, or the list is from an older build. Run mvn clean first;"
                    + " if that does not help, name the processor in the pom:\n" + processorPom());
        }
        Optional<String> ungenerated = cases.stream()
                .flatMap(planned -> Stream.ofNullable(listed.get(planned.id().benchmark())))
                .distinct()
                .filter(generated -> loader.getResource(generated.replace('.', '/') + ".class") == null)
                .findFirst();
        if (ungenerated.isPresent()) {
            return Optional.of(
                    "META-INF/BenchmarkList names the generated class " + ungenerated.get()
                            + ", which does not exist: a compilation was interrupted, or the list is from an older build. Run mvn clean.");
        }
        Set<String> unhinted = missingHints(cases);
        if (!unhinted.isEmpty()) {
            return Optional.of("META-INF/CompilerHints has no line for " + Counted.first(MAX_NAMES, unhinted)
                    + ": an incremental compilation rewrote it for some classes only, so that @CompilerControl of the"
                    + " others would be ignored. Run mvn clean before measuring; if that does not help, their module"
                    + " is compiled without JMH's annotation processor.");
        }
        return Optional.empty();
    }

    private Map<String, String> listedBenchmarks() {
        Map<String, String> generated = new HashMap<>();
        entries().forEach(entry -> generated.put(entry.getUsername(), generatedClass(entry)));
        return generated;
    }

    /** Returns the generated class; JMH's name of it includes that of its method. */
    private static String generatedClass(BenchmarkListEntry entry) {
        String method = entry.generatedTarget();
        return method.substring(0, Math.max(0, method.lastIndexOf('.')));
    }

    List<BenchmarkListEntry> entries() {
        List<BenchmarkListEntry> entries = new ArrayList<>();
        for (URL list : resources(BenchmarkList.BENCHMARK_LIST)) {
            try (InputStream in = list.openStream()) {
                // A merged jar has empty lines between the lists of its parts; JMH also ignores them.
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(BenchmarkListEntry::new)
                        .forEach(entries::add);
            } catch (IOException | RuntimeException e) {
                throw new PreflightException(list + " cannot be read (" + e
                        + "): it was damaged, or written by the annotation processor of another"
                        + " JMH than " + Version.getPlainVersion() + ", which is on the class path. Give jmh-core and"
                        + " jmh-generator-annprocess the same version, and run mvn clean.");
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
                for (Method method : methods(type)) {
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

    /** Returns the methods of a class; none if only its forks can load it. */
    private static List<Method> methods(Class<?> type) {
        try {
            return List.of(type.getDeclaredMethods());
        } catch (LinkageError e) {
            return List.of();
        }
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
