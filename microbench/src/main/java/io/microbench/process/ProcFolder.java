// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Linux's files about processes, proc(5). On systems without them, such as macOS and Windows, the methods find nothing
 * and do not fail; the same applies to a process of another user, and to a process that has ended.
 *
 * @param root the folder {@code /proc}, or one with the same layout
 */
public record ProcFolder(Path root) {

    public static final ProcFolder OF_THIS_MACHINE = new ProcFolder(Path.of("/proc"));

    /** Returns the content of a file such as {@code self/stat}. */
    public Optional<String> text(String file) {
        return text(root.resolve(file));
    }

    /** Returns the content of a file that the system generates; bytes outside ASCII are read as ISO 8859-1. */
    public static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the target of a link such as {@code self/fd/1}. */
    public Optional<String> target(String link) {
        try {
            return Optional.of(Files.readSymbolicLink(root.resolve(link)).toString());
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a process has one of the given pipes or sockets, by their names in Linux. */
    public boolean holds(long process, Set<String> wanted) {
        return names(process + "/fd", "*").stream()
                .flatMap(descriptor -> target(process + "/fd/" + descriptor).stream())
                .anyMatch(wanted::contains);
    }

    /** Returns the names in a folder that a glob matches. */
    List<String> names(String folder, String glob) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), glob)) {
            entries.forEach(entry -> found.add(String.valueOf(entry.getFileName())));
        } catch (IOException | DirectoryIteratorException e) {
            // The names read so far are returned.
        }
        return found;
    }
}
