// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Creates jars. */
public final class Jars {

    private Jars() {}

    /** Creates a jar of empty files. */
    public static Path of(Path jar, String... names) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : names) {
                out.putNextEntry(new JarEntry(name));
            }
        }
        return jar;
    }

    /** Creates a jar of all files in a folder. */
    public static Path of(Path jar, Path folder) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(folder)) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            for (Path file : files) {
                out.putNextEntry(new JarEntry(folder.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        }
        return jar;
    }
}
