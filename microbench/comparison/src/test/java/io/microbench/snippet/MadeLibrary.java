// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.run.CompiledSource;
import io.microbench.snippet.Question.Variant;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** A library of one class, {@code made.Library}, in several versions. */
final class MadeLibrary {

    private static final String CLASS = "made/Library.class";

    private MadeLibrary() {}

    /**
     * Returns the jar of a version.
     *
     * @param members the members of the class
     */
    static Path jar(Path folder, String version, String members) throws IOException {
        Path work = Files.createDirectories(folder.resolve("library-" + version));
        Path source = Files.writeString(
                work.resolve("Library.java"), "package made; public class Library { " + members + " }");
        CompiledSource.compile(work, source);
        Path jar = work.resolve("library.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new ZipEntry(CLASS));
            entries.write(Files.readAllBytes(work.resolve(CLASS)));
            entries.closeEntry();
        }
        return jar;
    }

    /** Returns the current JVM with a version of the library. */
    static Variant variant(Path folder, String version, String members) throws IOException {
        return new Variant(
                version,
                Optional.empty(),
                Runtime.version().feature(),
                List.of(),
                Map.of("made:library:" + version, jar(folder, version, members)));
    }
}
