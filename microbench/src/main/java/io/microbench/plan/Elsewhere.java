/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.text.Counted;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Searches where this JVM does not: in the other benchmark classes of its module, and in the other modules of the
 * build.
 *
 * <p>What is given on the command line is given to all of them. A filter or a parameter that fits nothing here is a
 * mistake only if it fits nothing there either.
 */
public final class Elsewhere {

    private static final int MOST_CLASSES = 5;

    private final Settings settings;
    private final Path here;

    /** Searches the build that this JVM is a part of. */
    public Elsewhere(Settings settings) {
        this(settings, Path.of(System.getProperty("basedir", "")));
    }

    Elsewhere(Settings settings, Path baseDirectory) {
        this.settings = settings;
        this.here = baseDirectory;
    }

    /** Returns whether the filter may choose cases of another module of this build. */
    public boolean filterMeansAnotherModule() {
        SiblingSources others = siblings();
        return others.benchmarks().stream().anyMatch(found -> settings.cases()
                .mayMatch(found.packageName(), found.className(), found.method(), term -> plausible(term, others)));
    }

    /**
     * Returns whether another module of this build has such a benchmark.
     *
     * @param chooses takes the full name of a class and the name of a method
     */
    public boolean anotherModuleHas(BiPredicate<String, String> chooses) {
        return siblings().benchmarks().stream().anyMatch(found -> chooses.test(found.className(), found.method()));
    }

    /**
     * Returns whether another class on the class path has such a benchmark.
     *
     * @param looked the benchmark classes that were looked at already, by JMH's name
     * @param chooses takes the full name of a class and the name of a method
     */
    public boolean anotherClassHas(Set<String> looked, BiPredicate<String, String> chooses) {
        return JmhList.entries().stream()
                .filter(entry -> !looked.contains(entry.getUserClassQName()))
                .anyMatch(entry -> chooses.test(entry.getUserClassQName(), JmhList.method(entry)));
    }

    private SiblingSources siblings() {
        return new SiblingSources(settings.value(KnownSettings.REACTOR), here);
    }

    /** A filter for values that nobody has must not be green because each module takes it to mean another. */
    private boolean plausible(String term, SiblingSources others) {
        return term.equals("*")
                || threadsMayBe(term, others)
                || modeMayBe(term, others)
                || parameterMayBe(term, others);
    }

    private boolean threadsMayBe(String term, SiblingSources others) {
        return settings.threads()
                .map(given -> given.stream().anyMatch(count -> Glob.matches(term, "threads=" + count)))
                .orElseGet(() -> others.threadsMayBe(term));
    }

    private boolean modeMayBe(String term, SiblingSources others) {
        List<Mode> given = settings.find(KnownSettings.MODE).orElse(List.of());
        return Arrays.stream(Mode.values())
                .filter(mode -> Glob.matches(term, "mode=" + mode.shortLabel()))
                .anyMatch(mode -> given.contains(mode) || given.contains(Mode.All) || others.names(mode));
    }

    private boolean parameterMayBe(String term, SiblingSources others) {
        return others.parameters().stream()
                .anyMatch(name -> settings.parameters().containsKey(name)
                        ? settings.parameters().getOrDefault(name, List.of()).stream()
                                .anyMatch(value -> Glob.matches(term, name + "=" + value))
                        : others.parameterMayBe(name, term));
    }

    /**
     * Returns whether the filter may choose cases of other classes on the class path.
     *
     * @param looked the benchmark classes that were looked at already, by JMH's name
     */
    public boolean filterMeansAnotherClass(Set<String> looked) {
        CaseFilter filter = settings.cases();
        return JmhList.entries().stream()
                .filter(entry -> !looked.contains(entry.getUserClassQName()))
                .anyMatch(entry -> filter.mayMatch(packageOf(entry), entry.getUserClassQName(), JmhList.method(entry)));
    }

    /** Returns the parameters of all benchmarks on the class path and in the other modules of this build. */
    public Set<String> parametersElsewhere() {
        Set<String> names = new TreeSet<>(siblings().parameters());
        JmhList.entries()
                .forEach(
                        entry -> names.addAll(entry.getParams().orElse(Map.of()).keySet()));
        return names;
    }

    /**
     * Returns one line about the benchmark methods beside the given classes that nothing has selected; empty if there are none.
     *
     * @param classes that were selected
     * @param selected takes the full name of a class and the name of a method
     */
    public static Optional<String> notSelected(List<Class<?>> classes, BiPredicate<String, String> selected) {
        Set<String> places = classes.stream()
                .flatMap(type -> Stream.ofNullable(type.getProtectionDomain().getCodeSource()))
                .map(source -> String.valueOf(source.getLocation()))
                .collect(Collectors.toSet());
        Set<String> all = new TreeSet<>();
        SortedMap<String, Set<String>> left = new TreeMap<>();
        for (BenchmarkListEntry entry : JmhList.entries()) {
            String generated = entry.generatedTarget();
            String resource = generated.substring(0, generated.lastIndexOf('.')).replace('.', '/') + ".class";
            String file = String.valueOf(Elsewhere.class.getClassLoader().getResource(resource));
            if (places.stream().anyMatch(file::contains)) {
                all.add(entry.getUsername());
                if (!selected.test(entry.getUserClassQName(), JmhList.method(entry))) {
                    left.computeIfAbsent(entry.getUserClassQName(), name -> new TreeSet<>())
                            .add(JmhList.method(entry));
                }
            }
        }
        int methods = left.values().stream().mapToInt(Set::size).sum();
        return methods == 0
                ? Optional.empty()
                : Optional.of(methods + " of " + Counted.of(all.size(), "benchmark method")
                        + " of this module were not selected: "
                        + left.entrySet().stream()
                                .limit(MOST_CLASSES)
                                .map(each ->
                                        each.getKey() + " (" + each.getValue().size() + ")")
                                .collect(Collectors.joining(", "))
                        + (left.size() > MOST_CLASSES ? " and " + (left.size() - MOST_CLASSES) + " more classes" : "")
                        + ". Check the includes and excludes of the build.");
    }

    private static String packageOf(BenchmarkListEntry entry) {
        String generated = entry.generatedTarget();
        int end = generated.indexOf(".jmh_generated.");
        return end < 0 ? "" : generated.substring(0, end);
    }
}
