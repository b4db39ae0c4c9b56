// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import io.microbench.fork.FileModes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Folders in the user's home that others cannot write to, for executable files and secrets. */
public final class PrivateFolders {

    private PrivateFolders() {}

    /** Returns {@code $XDG_CACHE_HOME/microbench}, or {@code ~/.cache/microbench}; empty without a home folder. */
    public static Optional<Path> cache(Map<String, String> environment, Properties properties) {
        String home = properties.getProperty("user.home", "");
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        if (cache.isEmpty() && (home.isEmpty() || home.equals("?"))) {
            return Optional.empty();
        }
        return Optional.of((cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache)).resolve("microbench"));
    }

    /** Creates a folder and its parents, accessible only to their owner if the file system supports that. */
    public static void create(Path folder) throws IOException {
        Files.createDirectories(folder, FileModes.of(folder, "rwx------"));
    }

    /** Returns whether a folder or file belongs to another user or others may write to it; false if it does not exist. */
    public static boolean othersMayWrite(Path place) {
        return othersMayWrite(place, ProcFolder.OF_THIS_MACHINE);
    }

    static boolean othersMayWrite(Path place, ProcFolder processes) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(place);
            Path shown = processes.root().resolve("self");
            Path self = Files.exists(shown) ? shown : Path.of(System.getProperty("user.home"));
            return permissions.contains(PosixFilePermission.GROUP_WRITE)
                    || permissions.contains(PosixFilePermission.OTHERS_WRITE)
                    || (Files.exists(self) && !Files.getOwner(self).equals(Files.getOwner(place)));
        } catch (IOException | UnsupportedOperationException e) {
            // The file or folder does not exist yet, or its file system has no modes.
            return false;
        }
    }
}
