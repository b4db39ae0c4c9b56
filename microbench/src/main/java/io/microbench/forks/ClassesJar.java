// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Packs a folder of classes into a jar, because the JVM cannot create an archive with a folder on the class path.
 *
 * <p>The harness is such a folder if a reactor builds it up to the phase {@code test}. The name of the jar has the checksum of the
 * folder's content, so that the same classes are packed once and changes are detected.
 */
final class ClassesJar {

    private final Path folder;
    private final List<Path> files;

    /** Lists the files of the folder. */
    ClassesJar(Path folder) throws IOException {
        this.folder = folder;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Returns a name for the jar, with the CRC-32 of the names and contents of all files. */
    String name() throws IOException {
        CRC32 sum = new CRC32();
        writeTo(new CheckedOutputStream(OutputStream.nullOutputStream(), sum), Deflater.NO_COMPRESSION);
        return "classes-" + Long.toHexString(sum.getValue());
    }

    void write(Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar)) {
            writeTo(out, Deflater.BEST_SPEED);
        }
    }

    /** Writes the files as a jar whose bytes only depend on their names and contents. */
    private void writeTo(OutputStream out, int level) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.setLevel(level);
        for (Path file : files) {
            ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
            entry.setTime(0);
            zip.putNextEntry(entry);
            Files.copy(file, zip);
            zip.closeEntry();
        }
        zip.finish();
    }
}
