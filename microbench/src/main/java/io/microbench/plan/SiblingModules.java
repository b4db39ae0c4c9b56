// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.settings.CaseFilter;
import io.microbench.settings.CaseFilter.Glob;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import io.microbench.text.Counted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Searches the benchmarks that this JVM does not run: those of other classes of its module, and of other modules of the build.
 *
 * <p>All of them get what is given on the command line. A filter or a parameter that fits nothing here is a mistake only if it
 * fits nothing there either. What another module has is read from the lists that JMH's processor left in its target folder; a
 * module that is still to be compiled may have any benchmark.
 */
public final class SiblingModules {

    private static final int MOST_CLASSES = 5;
    private static final Pattern POM = Pattern.compile("MavenProject: [^@]* @ (.*?)(?:, (?=MavenProject: )|]$)");
    private static final Map<String, String> CLASSES_OF =
            Map.of("src/main/java", "target/classes", "src/test/java", "target/test-classes");

    private final Settings settings;
    private final Path here;

    /** Searches the build that this JVM is a part of. */
    public SiblingModules(Settings settings) {
        this(settings, Path.of(System.getProperty("basedir", "")));
    }

    SiblingModules(Settings settings, Path baseDirectory) {
        this.settings = settings;
        this.here = baseDirectory.toAbsolutePath().normalize();
    }

    /** Returns whether the filter may choose cases of another module of this build. */
    public boolean filterMayMeanAnotherModule() {
        return anotherModuleMayHave(entry -> settings.cases()
                .mayMatch(packageOf(entry), entry.getUserClassQName(), JmhList.method(entry), term -> variants(entry)
                        .anyMatch(part -> Glob.matches(term, part))));
    }

    /**
     * Returns whether another module of this build may have such a benchmark.
     *
     * @param chooses takes the full name of a class and the name of a method
     */
    public boolean anotherModuleMayHave(BiPredicate<String, String> chooses) {
        return anotherModuleMayHave(entry -> chooses.test(entry.getUserClassQName(), JmhList.method(entry)));
    }

    private boolean anotherModuleMayHave(Predicate<BenchmarkListEntry> chooses) {
        return siblings().map(entries -> entries.stream().anyMatch(chooses)).orElse(true);
    }

    /** Returns what the names of a benchmark's cases may consist of; threads by {@code @Concurrency} are in no list. */
    private Stream<String> variants(BenchmarkListEntry entry) {
        Stream<Integer> threads = settings.threads()
                .map(List::stream)
                .orElseGet(() -> Stream.of(entry.getThreads()
                        .orElse(Arrays.stream(entry.getThreadGroups()).sum())));
        Stream<Mode> modes = settings.find(KnownSettings.MODE)
                .map(List::stream)
                .orElseGet(() -> Stream.of(entry.getMode()))
                .flatMap(mode -> mode == Mode.All ? Arrays.stream(Mode.values()) : Stream.of(mode));
        Stream<String> parameters = entry.getParams().orElse(Map.of()).entrySet().stream()
                .flatMap(parameter ->
                        settings.parameters().getOrDefault(parameter.getKey(), List.of(parameter.getValue())).stream()
                                .map(value -> parameter.getKey() + "=" + value));
        return Stream.of(
                        threads.map(count -> "threads=" + count),
                        modes.map(mode -> "mode=" + mode.shortLabel()),
                        parameters)
                .flatMap(parts -> parts);
    }

    /** Returns the benchmarks of the other modules; empty where one of them is still to be compiled. */
    private Optional<List<BenchmarkListEntry>> siblings() {
        List<BenchmarkListEntry> found = new ArrayList<>();
        for (MatchResult pom :
                POM.matcher(settings.value(KnownSettings.REACTOR)).results().toList()) {
            Path module = Path.of(pom.group(1)).toAbsolutePath().normalize().resolveSibling("");
            if (module.equals(here)) {
                continue;
            }
            for (Map.Entry<String, String> classes : CLASSES_OF.entrySet()) {
                Path list = module.resolve(classes.getValue()).resolve("META-INF/BenchmarkList");
                if (isOlder(list, module.resolve(classes.getKey()))) {
                    return Optional.empty();
                }
                found.addAll(JmhList.entries(list));
            }
        }
        return Optional.of(found);
    }

    /** Returns whether a file is missing or older than one of the classes of benchmarks in a folder of sources. */
    private static boolean isOlder(Path list, Path sources) {
        long time = list.toFile().lastModified();
        try (Stream<Path> files = Files.walk(sources)) {
            return files.anyMatch(file ->
                    file.toString().endsWith("Benchmark.java") && file.toFile().lastModified() > time);
        } catch (IOException | UncheckedIOException e) {
            // There is no such folder, or it vanishes meanwhile: it holds no benchmark.
            return false;
        }
    }

    /**
     * Returns whether another class on the class path has such a benchmark.
     *
     * @param looked the benchmark classes that were looked at already, by JMH's name
     * @param chooses takes the full name of a class and the name of a method
     */
    public static boolean anotherClassHas(Set<String> looked, BiPredicate<String, String> chooses) {
        return JmhList.entries().stream()
                .filter(entry -> !looked.contains(entry.getUserClassQName()))
                .anyMatch(entry -> chooses.test(entry.getUserClassQName(), JmhList.method(entry)));
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

    /**
     * Returns the parameters of all benchmarks on the class path and in the other modules of this build; empty where one of these
     * is still to be compiled.
     */
    public Optional<Set<String>> parameters() {
        return siblings().map(entries -> Stream.concat(JmhList.entries().stream(), entries.stream())
                .flatMap(entry -> entry.getParams().orElse(Map.of()).keySet().stream())
                .collect(Collectors.toSet()));
    }

    /**
     * Returns in one line the unselected benchmark methods next to the given classes; empty if there are none.
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
            String file = String.valueOf(SiblingModules.class.getClassLoader().getResource(resource));
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
