// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.text.Sha256;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * Computes a digest of the content of a class path, which is the same on every machine with the same files in the same order.
 *
 * <p>The digest covers the names, sizes and checksums of the files in each jar and folder, but not paths, times or packaging.
 * Checksums of files in jars come from the jar's directory, so that jars are not read completely. Descriptions of the build, the
 * manifest and {@code META-INF/maven}, are ignored.
 */
final class ClassPathDigest {

    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final String BUILD = "META-INF/maven/";

    private ClassPathDigest() {}

    /** Returns the digest of the class path of this JVM; empty if it cannot be read. */
    public static Optional<String> here() {
        return of(List.of(System.getProperty("java.class.path", "").split(File.pathSeparator)));
    }

    /** Returns the digest of a class path, in hexadecimal; empty if it cannot be read. Missing entries are ignored. */
    static Optional<String> of(List<String> classPath) {
        try {
            StringBuilder all = new StringBuilder();
            for (String entry : classPath) {
                Path path = Path.of(entry);
                if (!entry.isEmpty() && Files.exists(path)) {
                    all.append(Files.isDirectory(path) ? folder(path) : jar(path))
                            .append('\n');
                }
            }
            return Optional.of(Sha256.of(all.toString()));
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String jar(Path path) throws IOException {
        try (ZipFile zip = new ZipFile(path.toFile())) {
            return digest(zip.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> line(entry.getName(), entry.getSize(), entry.getCrc())));
        }
    }

    private static String folder(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return digest(files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> {
                        try {
                            byte[] content = Files.readAllBytes(file);
                            String name = path.relativize(file).toString().replace(File.separatorChar, '/');
                            return line(name, content.length, crc(content));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }));
        }
    }

    private static String digest(Stream<String> lines) {
        return Sha256.of(lines.filter(line -> !line.startsWith(MANIFEST) && !line.startsWith(BUILD))
                .sorted()
                .collect(Collectors.joining("\n")));
    }

    private static String line(String name, long size, long crc) {
        return name + '\0' + size + '\0' + crc;
    }

    private static long crc(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return crc.getValue();
    }
}
