// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.text.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A class path entry, described by its content.
 *
 * <p>The digest of a folder covers the names and digests of all files below it, sorted by name.
 *
 * @param path its absolute path on the machine that describes it
 * @param folder whether it is a folder of classes; a jar otherwise
 * @param bytes the size of its files, in bytes
 * @param sha256 its SHA-256, in hexadecimal
 */
record PathEntry(String path, boolean folder, long bytes, String sha256) {

    private static final String ANY_JAR = File.separator + "*";

    /**
     * Describes the entries of a class path; {@code folder/*} matches the jars in a folder. As in a JVM, missing
     * entries are ignored.
     *
     * @throws IOException if one of them cannot be read
     */
    static List<PathEntry> all(List<String> classPath) throws IOException {
        List<PathEntry> all = new ArrayList<>();
        for (String entry : classPath) {
            if (entry.endsWith(ANY_JAR)) {
                for (Path jar : jars(Path.of(entry.substring(0, entry.length() - ANY_JAR.length())))) {
                    all.add(of(jar));
                }
            } else if (Files.exists(Path.of(entry))) {
                all.add(of(Path.of(entry)));
            }
        }
        return all;
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Describes the file or folder at a path.
     *
     * @throws IOException if it cannot be read or does not exist
     */
    static PathEntry of(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            return new PathEntry(absolute.toString(), false, Files.size(absolute), Sha256.of(absolute));
        }
        StringBuilder names = new StringBuilder();
        long bytes = 0;
        for (Path file : files(absolute)) {
            names.append(name(absolute, file))
                    .append('\0')
                    .append(Sha256.of(file))
                    .append('\n');
            bytes += Files.size(file);
        }
        return new PathEntry(absolute.toString(), true, bytes, Sha256.of(names.toString()));
    }

    /** Returns the files below a folder, sorted by name. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted((one, other) -> name(folder, one).compareTo(name(folder, other)))
                    .toList();
        }
    }

    /** Returns the name of a file below a folder, in the same format on every system. */
    static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace(File.separatorChar, '/');
    }

    boolean sameContent(PathEntry other) {
        return folder == other.folder && bytes == other.bytes && sha256.equals(other.sha256);
    }

    /** Returns the beginning of the digest, for messages. */
    String shortDigest() {
        return sha256.substring(0, Math.min(12, sha256.length()));
    }
}
