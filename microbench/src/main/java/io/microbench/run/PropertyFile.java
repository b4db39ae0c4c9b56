/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hands system properties to a JVM in a file that only its owner may read: a command line is shown to every user of the machine,
 * and a property may be a password.
 *
 * <p>The file is an argument file of the {@code java} command, which reads it when it starts.
 */
final class PropertyFile implements AutoCloseable {

    private final Optional<Path> file;

    private PropertyFile(Optional<Path> file) {
        this.file = file;
    }

    /** Writes the file, unless there is nothing to write. */
    static PropertyFile of(Map<String, String> properties) throws IOException {
        if (properties.isEmpty()) {
            return new PropertyFile(Optional.empty());
        }
        List<String> lines = properties.entrySet().stream()
                .map(property -> quoted("-D" + property.getKey() + "=" + property.getValue()))
                .toList();
        Path file = Files.createTempFile("microbench-", ".arguments");
        Files.write(file, lines, Charset.defaultCharset());
        return new PropertyFile(Optional.of(file));
    }

    /** Returns the arguments for the JVM. */
    List<String> arguments() {
        return file.map(path -> List.of("@" + path)).orElse(List.of());
    }

    private static String quoted(String argument) {
        return '"'
                + argument.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
    }

    /** Deletes the file; the JVM must have started. */
    @Override
    public void close() {
        try {
            if (file.isPresent()) {
                Files.deleteIfExists(file.get());
            }
        } catch (IOException e) {
            // It goes with the folder for temporary files, and nobody else may read it.
        }
    }
}
