// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.Cluster;
import io.microbench.forks.HarnessPath;
import io.microbench.process.PrivateFolders;
import io.microbench.process.TemporaryFolders;
import io.microbench.store.Backends;
import io.microbench.text.PreflightException;
import io.microbench.text.Sha256;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jgroups.JChannel;

/**
 * Finds the class path of the store benchmarks: entries of the command's own class path and, for large stores,
 * libraries from Maven's repositories.
 */
final class StoreLibraries {

    /**
     * Coordinates of the libraries that each store needs, by the name of the store, in the versions that the store
     * module uses.
     */
    private static final Properties DOWNLOADED = read();

    /** Files of a Maven repository that the store module excludes: native parts of Netty, which would have another version, and metrics. */
    private static final Pattern EXCLUDED =
            Pattern.compile(".*[/\\\\](netty-transport-native-epoll|netty-tcnative-boringssl-static|micrometer-[a-z-]+)"
                    + "[/\\\\][^/\\\\]+[/\\\\][^/\\\\]+[.]jar");

    private static final String NAME = "stores.jar";
    private static final int DIGITS = 16;

    private StoreLibraries() {}

    private static Properties read() {
        Properties properties = new Properties();
        try (InputStream file = StoreLibraries.class.getResourceAsStream("stores.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    static boolean isDownloaded(String store) {
        return !of(store).isEmpty();
    }

    /** Returns the coordinates of the libraries of a store; empty if the command contains them. */
    static List<String> of(String store) {
        return Stream.of(DOWNLOADED.getProperty(store, "").split(",", -1))
                .filter(coordinates -> !coordinates.isBlank())
                .toList();
    }

    /** Returns the entries, except for entries that the store module excludes. */
    static List<String> used(List<String> found) {
        return found.stream()
                .filter(entry -> !EXCLUDED.matcher(entry).matches())
                .toList();
    }

    /** Returns the entries of the command's own class path that stores need. */
    static List<String> own() {
        return Stream.of(
                        Backends.class.getName(),
                        Cluster.class.getName(),
                        JChannel.class.getName(),
                        "org.jgroups.protocols.raft.RAFT",
                        "org.h2.mvstore.MVStore")
                .flatMap(type -> HarnessPath.location(type).stream())
                .distinct()
                .toList();
    }

    /**
     * Returns the jar of the benchmarks as a file, which is kept for later runs. It is packaged inside the command's jar, where other
     * suites do not find it.
     */
    static Path benchmarks() throws IOException {
        try (InputStream jar = StoreLibraries.class.getResourceAsStream(NAME)) {
            if (jar == null) {
                throw new PreflightException("This build of the command has no benchmarks of stores: its jar has no "
                        + NAME + ". Use the command of a release, or build it with ./mvnw package.");
            }
            return kept(jar.readAllBytes(), PrivateFolders.cache(System.getenv(), System.getProperties()));
        }
    }

    /** Writes the content to a file in a folder of the cache that is named after its digest, or in a temporary folder without a cache. */
    static Path kept(byte[] content, Optional<Path> cache) throws IOException {
        Optional<Path> libraries = cache.map(folder -> folder.resolve("libraries"))
                .filter(folder -> !PrivateFolders.othersMayWrite(folder));
        Path folder = libraries.isPresent()
                ? libraries.get().resolve(Sha256.of(content).substring(0, DIGITS))
                : TemporaryFolders.create();
        Path file = folder.resolve(NAME);
        try {
            if (Files.exists(file) && Files.size(file) == content.length) {
                // The launcher removes files that were not used for a month.
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            } else {
                PrivateFolders.create(folder);
                WholeFile.write(file, content);
            }
        } catch (IOException e) {
            throw new PreflightException("Cannot write the benchmarks of stores to " + file + " (" + e
                    + "). Set XDG_CACHE_HOME to a folder with free space that you may write to.");
        }
        return file;
    }
}
