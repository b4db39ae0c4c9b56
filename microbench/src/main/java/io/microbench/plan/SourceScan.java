/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.Mode;

/**
 * Finds benchmarks in Java source, without compiling it.
 *
 * <p>For the modules of a build that this JVM knows nothing about. It follows {@code extends} by simple name across all sources
 * that it is given, and it errs on the side of finding too much.
 */
final class SourceScan {

    /** One benchmark of one class. */
    record Found(String packageName, String className, String method) {}

    /** One class as the source shows it; its name has dots between nested names and no package. */
    private record SourceClass(String packageName, String name, String superclass, Set<String> benchmarks) {

        String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }

        String qualifiedName() {
            return packageName.isEmpty() ? name : packageName + "." + name;
        }
    }

    private final List<SourceClass> classes = new ArrayList<>();
    private final Map<String, SourceValues> parameters = new TreeMap<>();
    private final SourceValues threads = new SourceValues();
    private final SourceValues modes = new SourceValues();

    private SourceScan() {}

    /** Reads the given texts, each the content of one file. */
    static SourceScan of(Collection<String> sources) {
        SourceScan scan = new SourceScan();
        sources.forEach(source -> scan.read(JavaSource.tokens(source)));
        return scan;
    }

    /** Returns the benchmarks of all classes, declared or inherited. */
    List<Found> benchmarks() {
        Map<String, SourceClass> bySimpleName = new HashMap<>();
        classes.forEach(c -> bySimpleName.putIfAbsent(c.simpleName(), c));
        List<Found> found = new ArrayList<>();
        for (SourceClass c : classes) {
            Set<String> methods = new TreeSet<>();
            Set<SourceClass> seen = new HashSet<>();
            for (SourceClass up = c; up != null && seen.add(up); up = bySimpleName.get(up.superclass())) {
                methods.addAll(up.benchmarks());
            }
            methods.forEach(method -> found.add(new Found(c.packageName(), c.qualifiedName(), method)));
        }
        return found;
    }

    /** Returns the names of all {@code @Param} fields. */
    Set<String> parameters() {
        return parameters.keySet();
    }

    /** Returns whether {@code name=value}, as a filter says it, may be true of a parameter of that name. */
    boolean parameterMayBe(String name, String term) {
        return parameters.getOrDefault(name, new SourceValues()).mayBe(name, term);
    }

    /** Returns whether {@code threads=value} may be true of a benchmark; 1 needs no annotation. */
    boolean threadsMayBe(String term) {
        return Glob.matches(term, "threads=1") || threads.mayBe("threads", term);
    }

    /** Returns whether an annotation names the mode; throughput needs none. */
    boolean names(Mode mode) {
        return mode == Mode.Throughput || modes.has(mode.name()) || modes.has(Mode.All.name());
    }

    private void read(List<String> tokens) {
        String packageName = "";
        String marked = "";
        String arguments = "";
        Optional<SourceClass> declared = Optional.empty();
        Deque<Optional<SourceClass>> scopes = new ArrayDeque<>();
        for (int i = 0; i < tokens.size(); i++) {
            String before = i == 0 ? "" : tokens.get(i - 1);
            Optional<SourceClass> around = innermost(scopes);
            switch (tokens.get(i)) {
                case "package" -> packageName = join(tokens, i + 1);
                case "class" -> {
                    if (!before.equals(".") && i + 1 < tokens.size()) {
                        declared = Optional.of(declared(tokens, i + 1, packageName, around));
                    }
                }
                case "{" -> {
                    declared.ifPresent(classes::add);
                    scopes.push(declared);
                    declared = Optional.empty();
                }
                case "}" -> scopes.poll();
                case "@Benchmark", "@Param" -> {
                    marked = tokens.get(i);
                    arguments = arguments(tokens, i + 1);
                }
                case "@Threads", "@Concurrency", "@GroupThreads" -> threads.take(arguments(tokens, i + 1));
                case "@BenchmarkMode" -> modes.take(arguments(tokens, i + 1));
                case "(" -> {
                    if (marked.equals("@Benchmark")) {
                        around.ifPresent(c -> c.benchmarks().add(before));
                        marked = "";
                    }
                }
                case ";", "=" -> {
                    if (marked.equals("@Param")) {
                        parameters
                                .computeIfAbsent(before, name -> new SourceValues())
                                .take(arguments);
                        marked = "";
                    }
                }
                default -> {}
            }
        }
    }

    private static String arguments(List<String> tokens, int at) {
        return at < tokens.size() && tokens.get(at).startsWith("(") ? tokens.get(at) : "";
    }

    private static Optional<SourceClass> innermost(Deque<Optional<SourceClass>> scopes) {
        return scopes.stream().flatMap(Optional::stream).findFirst();
    }

    private static SourceClass declared(List<String> tokens, int at, String packageName, Optional<SourceClass> around) {
        String superclass = "";
        for (int i = at + 1; i < tokens.size() && !tokens.get(i).equals("{"); i++) {
            if (tokens.get(i).equals("extends") && superclass.isEmpty()) {
                String qualified = join(tokens, i + 1);
                superclass = qualified.substring(qualified.lastIndexOf('.') + 1);
            }
        }
        String name = around.map(c -> c.name() + ".").orElse("") + tokens.get(at);
        return new SourceClass(packageName, name, superclass, new TreeSet<>());
    }

    /** Joins the qualified name that begins at the given token. */
    private static String join(List<String> tokens, int at) {
        StringBuilder name = new StringBuilder(at < tokens.size() ? tokens.get(at) : "");
        for (int i = at + 1; i + 1 < tokens.size() && tokens.get(i).equals("."); i += 2) {
            name.append('.').append(tokens.get(i + 1));
        }
        return name.toString();
    }
}
