// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.library.Libraries;
import io.microbench.library.LibrarySet;
import io.microbench.library.MavenSetup;
import io.microbench.plan.Planner;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question.Variant;
import io.microbench.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The libraries that options name by coordinates: for snippets in several versions, for suites in one. */
final class NamedLibraries {

    /** The system property with the folder in which the launcher keeps compiled snippets. */
    private static final String CACHE = "microbench-cli.cache";

    private final LibraryOptions options;
    private final ProfileOptions profilers;
    private final Consumer<String> note;

    /**
     * Takes the options.
     *
     * @param note takes lines about downloads, and warnings
     */
    NamedLibraries(LibraryOptions options, Consumer<String> note) {
        this(options, new ProfileOptions(), note);
    }

    /**
     * Takes the options.
     *
     * @param profilers of which one may have its library from Maven's repositories, too
     * @param note takes lines about downloads, and warnings
     */
    NamedLibraries(LibraryOptions options, ProfileOptions profilers, Consumer<String> note) {
        this.options = options;
        this.profilers = profilers;
        this.note = note;
    }

    /**
     * Finds the libraries, a set for each combination of versions; none if no library is named.
     *
     * @param listed whether the class path is printed
     */
    List<LibrarySet> sets(boolean listed) {
        boolean any = options.areGiven() || profilers.nameAsync();
        SnippetQuestion.needs(LibraryOptions.OFFLINE, options.offline, LibraryOptions.DEPS, any);
        SnippetQuestion.needs("-D" + LibraryOptions.SETTINGS, options.settings().isPresent(), LibraryOptions.DEPS, any);
        if (!options.areGiven()) {
            return List.of();
        }
        List<LibrarySet> sets = Libraries.find(
                options.deps,
                MavenSetup.here(options.settings(), options.localRepository(), options.offline),
                cache().map(folder -> folder.resolve("libraries")),
                note);
        if (listed) {
            sets.forEach(this::list);
        }
        return sets;
    }

    /** Returns the folder of the command's cache; empty if there is no cache. */
    static Optional<Path> cache() {
        return Optional.ofNullable(System.getProperty(CACHE))
                .map(folder -> Path.of(folder).toAbsolutePath().getParent());
    }

    private void list(LibrarySet set) {
        note.accept("Libraries" + (set.name().isEmpty() ? "" : " of " + set.name()) + ":");
        int widest =
                set.files().keySet().stream().mapToInt(String::length).max().orElse(0);
        set.files()
                .forEach((name, file) -> note.accept("  " + name + " ".repeat(widest - name.length()) + "  " + file));
    }

    /**
     * Returns each of the variants with each set of libraries.
     *
     * @param variants where empty, the JVM that this runs on
     */
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
     * Returns what a suite gets on its class path, and puts into its settings what its record is to have.
     *
     * @throws ConfigurationException if there are several versions of a library
     */
    List<String> forSuite(Map<String, String> settings) {
        List<LibrarySet> sets = sets(false);
        if (sets.isEmpty()) {
            return List.of();
        }
        LibrarySet only = only(sets, "a suite");
        settings.put(Planner.LIBRARIES, String.join(",", only.files().keySet()));
        return only.files().values().stream().map(Path::toString).toList();
    }

    /**
     * Returns the only set.
     *
     * @param what takes one
     * @throws ConfigurationException if there are several
     */
    static LibrarySet only(List<LibrarySet> sets, String what) {
        if (sets.size() > 1) {
            throw new ConfigurationException(LibraryOptions.DEPS + " names the versions "
                    + sets.stream().map(LibrarySet::name).collect(Collectors.joining(", ")) + ", and " + what
                    + " takes one. Name one.");
        }
        return sets.get(0);
    }

    /** Returns the options, to be given again. */
    String again() {
        StringBuilder text = new StringBuilder();
        options.deps.forEach(
                one -> text.append(' ').append(LibraryOptions.DEPS).append(' ').append(Words.quoted(one)));
        if (options.offline) {
            text.append(' ').append(LibraryOptions.OFFLINE);
        }
        return text.toString();
    }
}
