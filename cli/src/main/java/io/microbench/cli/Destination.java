// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

final class Destination implements OptionOwner {

    static final String OUTPUT = "--output";
    static final String LABEL = "FILE";
    static final String MEANING = "File for the result. Default: standard output.";

    private Optional<Path> output;

    /** Creates a destination that is standard output unless the option is given. */
    Destination() {
        this(Optional.empty());
    }

    Destination(Optional<Path> output) {
        this.output = output;
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        PlainOptions options = new PlainOptions(command);
        options.value(OUTPUT + "=" + LABEL, Path.class, MEANING, given -> output = given);
        return command;
    }

    Optional<Path> file() {
        return output;
    }

    /** Checks that the file can be written, before anything is measured. */
    void require() {
        output.ifPresent(file -> WholeFile.obstacle(file).ifPresent(why -> {
            throw new ConfigurationException(
                    "--output " + file + ": " + why + ". Expected a file path in an existing folder.");
        }));
    }

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

    /** Combines pieces of text into whole lines, because the stream filters each printed text separately. */
    static final class PrintedLines extends Writer {
        private static final int ENOUGH = 1 << 16;

        private final PrintStream out;
        private final StringBuilder waiting = new StringBuilder();

        /** Prints to a stream without closing it. */
        PrintedLines(PrintStream out) {
            this.out = out;
        }

        @Override
        public void write(char[] text, int offset, int length) {
            waiting.append(text, offset, length);
            if (waiting.length() >= ENOUGH) {
                print(waiting.lastIndexOf("\n") + 1);
            }
        }

        private void print(int length) {
            out.print(waiting.substring(0, length));
            waiting.delete(0, length);
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            print(waiting.length());
            flush();
        }
    }
}
