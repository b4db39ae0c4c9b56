// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Creates folders for temporary files, and removes those of JVMs that were killed.
 *
 * <p>The name of a folder contains the id of its process, {@code microbench-4711-...}. Creating one removes folders of the same user
 * whose process has ended.
 */
public final class TemporaryFolders {

    private static final String PREFIX = "microbench-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

    private TemporaryFolders() {}

    /**
     * Creates a folder below {@code java.io.tmpdir} that other users cannot read.
     */
    public static Path create() throws IOException {
        return createIn(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Creates a folder in the given one that other users cannot read. */
    public static Path createIn(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(
                parent, PREFIX + ProcessHandle.current().pid() + "-");
        removeLeftovers(folder);
        return folder;
    }

    /** Returns the common beginning of all paths; the id of the owning process and a hyphen follow it. */
    static String beginning() {
        return Path.of(System.getProperty("java.io.tmpdir")).resolve(PREFIX).toString();
    }

    /** Returns whether a file is in a folder of this kind, judged by the names on its path. */
    public static boolean hold(Path file) {
        return StreamSupport.stream(file.spliterator(), false)
                .anyMatch(name -> NAME.matcher(name.toString()).matches());
    }

    /** Returns whether the folder of a live process, next to the given one, contains a file of the given name. */
    public static boolean anyLiveHas(Path own, String file) {
        return siblings(own, true).stream().anyMatch(folder -> Files.exists(folder.resolve(file)));
    }

    private static void removeLeftovers(Path own) {
        try {
            UserPrincipal user = Files.getOwner(own);
            for (Path folder : siblings(own, false)) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && user.equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
                    remove(folder);
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // The remaining folders only take up space.
        }
    }

    /** Returns the folders next to the given one whose process is alive, or, if not {@code alive}, has ended. */
    private static List<Path> siblings(Path own, boolean alive) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(own.resolveSibling("."), PREFIX + "*")) {
            for (Path folder : folders) {
                Matcher name = NAME.matcher(folder.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isPresent() == alive) {
                    found.add(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The parent folder cannot be read, so nothing is known about other folders.
        }
        return found;
    }

    /** Removes a folder; one that cannot be removed now is removed when the next one is created. */
    public static void remove(Path folder) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // The folder is being removed concurrently, or a process still writes to it.
        }
    }
}
