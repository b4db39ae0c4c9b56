// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the class path entries of another machine on this one: at the same path, on the class path of this JVM, or in
 * the store of sent entries.
 *
 * @param entries the paths of the entries in the requested order, without missing ones
 * @param missing the missing entries
 * @param problems the problem of each missing entry, as text for the user
 */
record LocalClassPath(List<String> entries, List<PathEntry> missing, List<String> problems) {

    LocalClassPath {
        entries = List.copyOf(entries);
        missing = List.copyOf(missing);
        problems = List.copyOf(problems);
    }

    /**
     * Finds the given entries and checks the content of each.
     *
     * @param own the class path of this JVM: a command that is installed elsewhere on the other machine has the same
     *     jars
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
                    problems.add(here.map(other -> entry.path() + " is different here (SHA-256 " + other.shortDigest()
                                    + "..., expected " + entry.shortDigest() + "...)")
                            .orElse(entry.path() + " does not exist here"));
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
