// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.compare.Build;
import io.microbench.library.Libraries;
import io.microbench.library.Libraries.LibrarySet;
import io.microbench.library.Libraries.MavenSetup;
import io.microbench.plan.Planner;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question.Variant;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options for the class path, for libraries by coordinates, and for properties. Reading them loads no Maven
 * classes.
 */
final class LibraryOptions implements OptionOwner {

    static final String DEPS = "--deps";
    static final String OFFLINE = "--offline";
    /** Properties of Maven. */
    static final String SETTINGS = "maven.user.settings";

    static final String LOCAL_REPOSITORY = "maven.repo.local";

    List<String> classPath = new ArrayList<>();

    List<String> deps = new ArrayList<>();

    boolean offline;

    Map<String, String> properties = new LinkedHashMap<>();

    @Override
    public CommandSpec addTo(CommandSpec command) {
        PlainOptions options = new PlainOptions(command);
        options.list(
                "-cp --classpath=PATH",
                "Folders of classes, jars, or 'lib/*' for all jars of a folder; may be given several times.",
                given -> classPath = given);
        options.list(
                DEPS + "=COORDINATES",
                "A library from Maven's repositories with its dependencies: group:artifact:version, or"
                        + " group:artifact:extension:classifier:version. With several versions, as in g:a:1.0,1.1,"
                        + " snippets are measured with each; a suite accepts one version. May be given several"
                        + " times.",
                given -> deps = given);
        options.flag(OFFLINE, "Takes libraries (--deps) only from the local repository.", given -> offline = given);
        options.properties(
                "-D=NAME=VALUE",
                "Any other setting by its Maven name, or a system property for the benchmarks;"
                        + " maven.repo.local and maven.user.settings apply to --deps.",
                given -> properties = given);
        return command;
    }

    MavenSetup maven() {
        return MavenSetup.here(
                Optional.ofNullable(properties.get(SETTINGS)).map(Path::of),
                Optional.ofNullable(properties.get(LOCAL_REPOSITORY)).map(Path::of),
                offline);
    }

    /** Returns the properties, including properties in {@code MICROBENCH_OPTS}; the map is modifiable. */
    Map<String, String> settings() {
        OwnOptions.properties().forEach(properties::putIfAbsent);
        return properties;
    }

    /** Finds the libraries: one set for each version. Only snippets support several versions. */
    List<LibrarySet> sets(ProfileOptions profilers, boolean listed, Consumer<String> note) {
        boolean any = !deps.isEmpty() || profilers.nameAsync();
        SnippetQuestion.needs(OFFLINE, offline, DEPS, any);
        SnippetQuestion.needs("-D" + SETTINGS, properties.containsKey(SETTINGS), DEPS, any);
        if (deps.isEmpty()) {
            return List.of();
        }
        List<LibrarySet> sets = Libraries.find(deps, maven(), note);
        if (listed) {
            sets.forEach(set -> list(set, note));
        }
        return sets;
    }

    private static void list(LibrarySet set, Consumer<String> note) {
        note.accept("Libraries" + (set.name().isEmpty() ? "" : " of " + set.name()) + ":");
        int widest =
                set.files().keySet().stream().mapToInt(String::length).max().orElse(0);
        set.files()
                .forEach((name, file) -> note.accept("  " + name + " ".repeat(widest - name.length()) + "  " + file));
    }

    /** Returns each variant with each set of libraries; without variants, the current JVM with each set. */
    static List<Variant> times(List<Variant> variants, List<LibrarySet> sets) {
        if (sets.isEmpty()) {
            return variants;
        }
        List<Variant> all = new ArrayList<>();
        for (Variant variant : variants.isEmpty() ? List.of(Variant.HERE) : variants) {
            for (LibrarySet set : sets) {
                String name = Stream.of(variant.name(), set.name())
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining(" "));
                all.add(new Variant(name, variant.java(), variant.feature(), variant.arguments(), set.files()));
            }
        }
        return all;
    }

    /**
     * Returns the additional class path entries of suites, and adds the libraries to the settings for the run record.
     */
    List<String> forSuite(Path here, ProfileOptions profilers, Map<String, String> settings, Consumer<String> note) {
        List<String> entries = new ArrayList<>(Build.entries(String.join(File.pathSeparator, classPath), here));
        List<LibrarySet> sets = sets(profilers, false, note);
        if (!sets.isEmpty()) {
            Map<String, Path> files = only(sets, "a suite").files();
            settings.put(Planner.LIBRARIES, String.join(",", files.keySet()));
            files.values().forEach(file -> entries.add(file.toString()));
        }
        return entries;
    }

    /** Returns the only set; fails if there are several. */
    static LibrarySet only(List<LibrarySet> sets, String what) {
        if (sets.size() > 1) {
            throw new ConfigurationException(DEPS + " specifies the versions "
                    + sets.stream().map(LibrarySet::name).collect(Collectors.joining(", ")) + ", but " + what
                    + " supports a single version. Specify one version.");
        }
        return sets.get(0);
    }

    /** Reads the variable {@value #VARIABLE}, which contains options for the command's own JVM. */
    static final class OwnOptions {

        private static final String VARIABLE = "MICROBENCH_OPTS";

        private static final String DEFINITION = "-D";

        private OwnOptions() {}

        /**
         * Returns the system properties in the variable. The JVMs that run suites also get them, because the harness
         * reads properties such as {@code jmh.ignoreLock}.
         */
        static Map<String, String> properties() {
            return properties(System.getenv());
        }

        static Map<String, String> properties(Map<String, String> environment) {
            Map<String, String> properties = new LinkedHashMap<>();
            // The launcher also splits the value at blanks, and does not interpret quotes.
            for (String word : environment.getOrDefault(VARIABLE, "").strip().split("\\s+", -1)) {
                if (word.startsWith(DEFINITION)) {
                    String[] parts = word.substring(DEFINITION.length()).split("=", 2);
                    properties.put(parts[0], parts.length == 1 ? "" : parts[1]);
                }
            }
            return properties;
        }
    }
}
