// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds libraries by their coordinates, as Maven does: in the local repository, and in the repositories, mirrors and proxies of its
 * settings.
 *
 * <p>Maven's resolver takes several tenths of a second to start, so what it has found is cached. Nothing of it is loaded for what is
 * in the cache.
 */
public final class Libraries {

    private Libraries() {}

    /**
     * Returns a set of libraries for each combination of versions, with all that they need at run time; none where nothing is asked
     * for.
     *
     * @param deps coordinates, {@code group:artifact[:extension[:classifier]]:version[,version...]}
     * @param cache folder in which is kept what was found; nothing is where empty
     * @param note takes lines about downloads, and warnings
     * @throws LibraryException if coordinates cannot be read, or a library cannot be had
     */
    public static List<LibrarySet> find(
            List<String> deps, MavenSetup setup, Optional<Path> cache, Consumer<String> note) {
        if (deps.isEmpty()) {
            return List.of();
        }
        List<LibraryChoice> choices =
                LibraryChoice.of(deps.stream().map(Coordinates::parse).toList());
        Optional<LibraryCache> kept = cache.map(folder -> new LibraryCache(folder, setup));
        List<LibrarySet> sets = new ArrayList<>();
        Optional<LibraryResolver> resolver = Optional.empty();
        try {
            for (LibraryChoice choice : choices) {
                Optional<Map<String, Path>> known = kept.flatMap(its -> its.find(choice.coordinates()));
                if (known.isEmpty()) {
                    resolver = Optional.of(resolver.orElseGet(() -> open(setup, note)));
                    LibraryResolver.Found found = resolver.get().resolve(choice.coordinates());
                    if (!found.changing()) {
                        kept.ifPresent(its -> its.keep(choice.coordinates(), found.files()));
                    }
                    known = Optional.of(found.files());
                }
                sets.add(new LibrarySet(choice.name(), known.get()));
            }
            return sets;
        } finally {
            // A reference to the method would load the class, and Maven's with it, where there is none to close.
            if (resolver.isPresent()) {
                resolver.get().close();
            }
        }
    }

    private static LibraryResolver open(MavenSetup setup, Consumer<String> note) {
        try {
            return new LibraryResolver(setup, note);
        } catch (NoClassDefFoundError e) {
            throw new LibraryException(
                    Coordinates.OPTION
                            + " needs Maven's resolver, which bin/microbench puts on the class path: start the"
                            + " command with it, or add lib/maven/* (" + e.getMessage() + " is missing).",
                    e);
        }
    }
}
