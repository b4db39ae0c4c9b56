// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.process.ShutdownHook;
import io.microbench.process.TemporaryFolders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder for stores that is removed when it is closed, or when the JVM ends. If the JVM is killed, the folder is
 * removed when the next one is created in the same parent folder.
 */
public final class StoreFolder implements AutoCloseable {

    /** The system property that names the parent folder. */
    public static final String PROPERTY = "store.folder";

    private static final Path DEFAULT = Path.of("target", "stores");
    private static final Set<String> NO_DISK = Set.of("tmpfs", "ramfs");

    private final Path path;
    private final ShutdownHook hook;

    private StoreFolder(Path path) {
        this.path = path;
        hook = ShutdownHook.of("remove " + path, () -> TemporaryFolders.remove(path));
    }

    /**
     * Creates a folder in the parent folder set by {@link #PROPERTY}, by default {@code target/stores}.
     *
     * @throws IOException if it cannot be created, or would not be on a disk
     */
    public static StoreFolder create() throws IOException {
        String named = System.getProperty(PROPERTY, "");
        return create(named.isEmpty() ? DEFAULT : Path.of(named));
    }

    /**
     * Creates a folder in the given parent folder, which need not exist.
     *
     * @throws IOException if it cannot be created, or would not be on a disk
     */
    public static StoreFolder create(Path parent) throws IOException {
        Path absolute = parent.toAbsolutePath();
        Path path;
        try {
            Files.createDirectories(absolute);
            path = TemporaryFolders.createIn(absolute);
        } catch (IOException e) {
            throw new IOException(
                    "Cannot create a store folder in " + absolute + ": " + e + "; -D" + PROPERTY
                            + "=... sets another folder",
                    e);
        }
        StoreFolder folder = new StoreFolder(path);
        String type = Files.getFileStore(path).type();
        if (NO_DISK.contains(type)) {
            folder.close();
            throw new IOException(absolute + " is on " + type
                    + ", which is in memory: expected a folder on a disk. Set -D" + PROPERTY + "=...");
        }
        return folder;
    }

    public Path path() {
        return path;
    }

    /**
     * Creates an empty folder in this folder.
     *
     * @throws IOException if it cannot be created
     */
    public Path newFolder() throws IOException {
        return Files.createTempDirectory(path, "store-");
    }

    /**
     * Returns the file system and device, such as {@code ext4 on /dev/vda}.
     *
     * @throws IOException if it cannot be determined
     */
    public String disk() throws IOException {
        FileStore store = Files.getFileStore(path);
        return store.type() + " on " + store.name();
    }

    @Override
    public void close() {
        TemporaryFolders.remove(path);
        hook.close();
    }

    /** Returns the total size of the files in a folder, in bytes; files that change during the call may be missing. */
    public static long size(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
