/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Defaults;

/**
 * Finds benchmarks in the sources of the other modules of a Maven build, which may not be compiled yet.
 *
 * <p>A search of the text without comments. It errs on the side of finding too much: every class of a file is taken to have
 * all benchmarks in that file, a superclass is found by its simple name, and a value that is no literal may be any.
 */
final class SiblingSources {

    /** A benchmark of a class, declared or inherited; the name of the class includes its package. */
    record Found(String packageName, String className, String method) {}

    private record Declared(String packageName, String name, String superclass, Set<String> methods) {}

    private static final Pattern POM = Pattern.compile("MavenProject: [^@]* @ (.*?)(?:, (?=MavenProject: )|]$)");
    private static final String STRING = "\"(?:\\\\.|[^\"\\\\\n])*+\"";
    private static final Pattern COMMENT =
            Pattern.compile("(\"\"\"(?s:.*?)\"\"\"|" + STRING + "|'(?:\\\\.|[^'\\\\\n])++')|//[^\n]*|(?s:/\\*.*?\\*/)");
    private static final String ARGUMENTS = "\\((?:" + STRING + "|[^()\"]|\\([^()]*\\))*+\\)";
    private static final String ANNOTATIONS = "(?:\\s*@[\\w.]+\\s*(?:" + ARGUMENTS + ")?)*+";
    private static final Pattern PACKAGE = Pattern.compile("\\bpackage\\s+([\\w.]+)");
    private static final Pattern CLASS =
            Pattern.compile("\\bclass\\s+(\\w+)(?:[^{;]*(?<!\\? )\\bextends\\s+(?:\\w+\\.)*(\\w+))?");
    private static final Pattern METHOD =
            Pattern.compile("@(?:\\w+\\.)*Benchmark\\b" + ANNOTATIONS + "[^(){};]*?(\\w+)\\s*\\(");
    private static final Pattern GROUP = Pattern.compile("@(?:\\w+\\.)*Group\\s*\\(\\s*\"(\\w+)\"");
    private static final Pattern PARAMETER = Pattern.compile(
            "@(?:\\w+\\.)*Param\\b\\s*(" + ARGUMENTS + ")?" + ANNOTATIONS + "[^(){};=]*?(\\w+)\\s*[;=]");
    private static final Pattern SCHEDULE =
            Pattern.compile("@(?:\\w+\\.)*(?:(BenchmarkMode)|Threads|Concurrency)\\b\\s*(" + ARGUMENTS + ")");
    private static final Pattern LITERAL = Pattern.compile(STRING + "|\\b\\d\\w*");

    private final List<Declared> classes = new ArrayList<>();
    private final Map<String, List<String>> parameters = new TreeMap<>();
    private final List<String> threads = new ArrayList<>(List.of("1"));
    private final List<String> modes = new ArrayList<>(List.of(Defaults.BENCHMARK_MODE.name()));

    /**
     * Reads the sources of the other modules; what cannot be read counts as empty.
     *
     * @param reactor Maven's own text for its projects, {@code [MavenProject: group:artifact:version @ pom.xml, ...]}
     * @param here the folder of the module that this JVM belongs to
     */
    SiblingSources(String reactor, Path here) {
        for (MatchResult pom : POM.matcher(reactor).results().toList()) {
            Path module = Path.of(pom.group(1)).toAbsolutePath().normalize().resolveSibling("src");
            if (!module.equals(here.toAbsolutePath().normalize().resolve("src")) && Files.isDirectory(module)) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .sorted()
                            .forEach(this::read);
                } catch (IOException | UncheckedIOException e) {
                    // A folder that vanishes meanwhile holds no benchmark either.
                }
            }
        }
    }

    private void read(Path file) {
        try {
            read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            // As above: what cannot be read declares nothing.
        }
    }

    private void read(String source) {
        String text = COMMENT.matcher(source).replaceAll("$1");
        Matcher named = PACKAGE.matcher(text);
        String packageName = named.find() ? named.group(1) : "";
        Set<String> methods = new TreeSet<>();
        METHOD.matcher(text).results().forEach(method -> methods.add(method.group(1)));
        GROUP.matcher(text).results().forEach(group -> {
            methods.add(group.group(1));
            // The sum over the methods of the group.
            threads.add("");
        });
        String outer = "";
        for (MatchResult declared : CLASS.matcher(text).results().toList()) {
            String name = outer + declared.group(1);
            outer = outer.isEmpty() ? name + "." : outer;
            String superclass = declared.group(2) == null ? "" : declared.group(2);
            classes.add(new Declared(packageName, name, superclass, methods));
        }
        PARAMETER.matcher(text).results().forEach(found -> parameters
                .computeIfAbsent(found.group(2), name -> new ArrayList<>())
                .add(found.group(1) == null ? "" : found.group(1)));
        SCHEDULE.matcher(text).results().forEach(found -> (found.group(1) == null ? threads : modes)
                .add(found.group(2)));
    }

    /** Returns the benchmarks of all classes. */
    List<Found> benchmarks() {
        Map<String, Declared> bySimpleName = new HashMap<>();
        classes.forEach(
                c -> bySimpleName.putIfAbsent(c.name().substring(c.name().lastIndexOf('.') + 1), c));
        List<Found> found = new ArrayList<>();
        for (Declared c : classes) {
            String name = c.packageName().isEmpty() ? c.name() : c.packageName() + "." + c.name();
            Set<Declared> seen = new HashSet<>();
            for (Declared up = c; up != null && seen.add(up); up = bySimpleName.get(up.superclass())) {
                up.methods().forEach(method -> found.add(new Found(c.packageName(), name, method)));
            }
        }
        return found;
    }

    /** Returns the names of all {@code @Param} fields. */
    Set<String> parameters() {
        return parameters.keySet();
    }

    /** Returns whether the term {@code name=value} of a filter may be true of a parameter of that name. */
    boolean parameterMayBe(String name, String term) {
        return parameters.getOrDefault(name, List.of()).stream().anyMatch(values -> mayBe(name, values, term));
    }

    /** Returns whether the term {@code threads=value} of a filter may be true of a benchmark. */
    boolean threadsMayBe(String term) {
        return threads.stream().anyMatch(values -> mayBe("threads", values, term));
    }

    /** Returns whether a benchmark may run in the mode. */
    boolean names(Mode mode) {
        return modes.stream().anyMatch(named -> named.contains(mode.name()) || named.contains(Mode.All.name()));
    }

    private static boolean mayBe(String name, String values, String term) {
        Matcher literal = LITERAL.matcher(values);
        String others = literal.replaceAll("").replace("value", "");
        boolean anything = values.isEmpty() || others.chars().anyMatch(Character::isJavaIdentifierStart);
        return (anything && term.startsWith(name + "="))
                || literal.reset()
                        .results()
                        .anyMatch(value ->
                                Glob.matches(term, name + "=" + value.group().replace("\"", "")));
    }
}
