// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
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

    /** Folders with code that was generated since this JVM started, whose class path cannot be changed; the latest is the first. */
    private static final Deque<Path> ADDED = new ConcurrentLinkedDeque<>();

    private final ClassLoader loader;

    /** Creates a check of the given class loader; in production that of JMH. */
    public GeneratedCode(ClassLoader loader) {
        this.loader = loader;
    }

    /** Returns a check of JMH's class loader, unless this JMH is too old. */
    public static GeneratedCode ofJmh() {
        requireUsable(BenchmarkParams.class);
        ClassLoader loader = BenchmarkList.class.getClassLoader();
        return new GeneratedCode(ADDED.isEmpty() ? loader : new URLClassLoader(urls(ADDED), loader));
    }

    /** Adds a folder with generated code to the class path that this JVM gives to forks. */
    public static void add(Path folder) {
        if (!ADDED.contains(folder)) {
            ADDED.addFirst(folder);
        }
    }

    /** Returns the folder with the code generated most recently since this JVM started; its hints are complete. */
    public static Optional<Path> added() {
        return Optional.ofNullable(ADDED.peekFirst());
    }

    /** Returns a class path with the code that was generated since this JVM started. */
    public static String onClassPath(String classPath) {
        return Stream.concat(Stream.of(classPath), ADDED.stream().map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static URL[] urls(Collection<Path> folders) {
        return folders.stream()
                .map(folder -> {
                    try {
                        return folder.toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toArray(URL[]::new);
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

    /** Returns the lines of a pom that name JMH's annotation processor. */
    public static String processorPom() {
        return PROCESSOR_POM.formatted(Version.getPlainVersion());
    }

    /** Returns the problem with its solution; empty if all cases can run as written. */
    public Optional<String> problem(List<PlannedCase> cases) {
        Map<String, String> listed = listedBenchmarks();
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
        if (!ADDED.isEmpty()
                && cases.stream().anyMatch(planned -> planned.plan().inProcess())) {
            return Optional.of(
                    "forks=0 measures in this JVM, whose class path has no code of JMH's annotation processor."
                            + " Measure with 1 fork or more, or add the processor to the pom:\n" + processorPom());
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

    /** Returns the classes with benchmarks that the list does not name. */
    public List<Class<?>> unlisted(Collection<Class<?>> types) {
        Set<String> listed = listedBenchmarks().keySet();
        return types.stream()
                .filter(type -> {
                    BenchmarkClass benchmarks = BenchmarkClass.of(type);
                    return !benchmarks.methods().stream()
                            .map(method -> benchmarks.name() + "." + method.name())
                            .allMatch(listed::contains);
                })
                .toList();
    }

    /** Returns the whole list, in JMH's format. */
    public String text() {
        return entries().stream().map(BenchmarkListEntry::toLine).collect(Collectors.joining("\n"));
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

    /** Returns the methods of a class; empty if only its forks can load it. */
    private static List<Method> methods(Class<?> type) {
        try {
            return List.of(type.getDeclaredMethods());
        } catch (LinkageError e) {
            return List.of();
        }
    }

    private Set<String> hintedNames() {
        return hints().stream()
                .map(line -> dotted(line.substring(line.indexOf(',') + 1)))
                .collect(Collectors.toSet());
    }

    /** Returns lines of the form {@code dontinline,io/acme/Class.method}. */
    public Set<String> hints() {
        Set<String> lines = new LinkedHashSet<>();
        for (URL hints : resources("/META-INF/CompilerHints")) {
            try (InputStream in = hints.openStream()) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
            } catch (IOException e) {
                throw new PreflightException(hints + " cannot be read (" + e + "). Run mvn clean.");
            }
        }
        return lines;
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
