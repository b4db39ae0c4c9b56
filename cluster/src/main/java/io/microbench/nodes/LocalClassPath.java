// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds on this machine what another one describes of its class path: at the same path, among what this JVM itself runs from, or in the
 * store of what was sent.
 *
 * @param entries where the entries are, in the order in which they were asked for; without those that are missing
 * @param missing those that are in none of these places
 * @param problems what is wrong with each that is missing, for people
 */
record LocalClassPath(List<String> entries, List<PathEntry> missing, List<String> problems) {

    LocalClassPath {
        entries = List.copyOf(entries);
        missing = List.copyOf(missing);
        problems = List.copyOf(problems);
    }

    /**
     * Looks for the given entries; looks at the content of each.
     *
     * @param own what this JVM runs from: a command that is installed elsewhere there has the same jars
     */
    static LocalClassPath find(List<PathEntry> wanted, List<PathEntry> own, EntryStore store) {
        List<String> entries = new ArrayList<>();
        List<PathEntry> missing = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (PathEntry entry : wanted) {
            try {
                Optional<PathEntry> here = here(entry);
                Optional<String> found = Stream.concat(here.stream(), own.stream())
                        .filter(entry::sameContent)
                        .map(PathEntry::path)
                        .findFirst();
                if (found.isEmpty()) {
                    found = store.find(entry).map(Path::toString);
                }
                if (found.isPresent()) {
                    entries.add(found.get());
                } else {
                    missing.add(entry);
                    problems.add(here.map(other -> entry.path() + " is another one here (SHA-256 " + other.shortDigest()
                                    + "..., wanted " + entry.shortDigest() + "...)")
                            .orElse(entry.path() + " is not here"));
                }
            } catch (IOException e) {
                missing.add(entry);
                problems.add(entry.path() + " cannot be read here: " + e.getMessage());
            }
        }
        return new LocalClassPath(entries, missing, problems);
    }

    private static Optional<PathEntry> here(PathEntry entry) throws IOException {
        try {
            Path path = Path.of(entry.path());
            return path.isAbsolute() && Files.isDirectory(path) == entry.folder() && Files.exists(path)
                    ? Optional.of(PathEntry.of(path))
                    : Optional.empty();
        } catch (InvalidPathException e) {
            // A path of another operating system.
            return Optional.empty();
        }
    }
}
