// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ConfigurationException;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The destination of a report. */
final class Destination {

    @Option(names = "--output", paramLabel = "FILE", description = "Where it goes. Default: standard output.")
    private Optional<Path> output = Optional.empty();

    /** Returns the file; empty for standard output. */
    Optional<Path> file() {
        return output;
    }

    /**
     * Checks that the file can be written, before anything is measured for it.
     *
     * @throws ConfigurationException if it cannot
     */
    void require() {
        output.ifPresent(Destination::require);
    }

    /** Checks a file of {@code --output} as {@link #require()} does. */
    static void require(Path file) {
        WholeFile.obstacle(file).ifPresent(why -> {
            throw new ConfigurationException("--output " + file + ": " + why
                    + ". Expected a file, new or to be replaced, in an existing folder.");
        });
    }

    /** Writes a report, into a file only as a whole. */
    void write(Console console, WholeFile.Content drawn) {
        try {
            if (output.isPresent()) {
                WholeFile.write(output.get(), drawn);
            } else {
                try (Writer out = new PrintedLines(console.out())) {
                    drawn.writeTo(out);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot write " + output.map(Path::toString).orElse("the report") + " (" + e + ")", e);
        }
    }
}
