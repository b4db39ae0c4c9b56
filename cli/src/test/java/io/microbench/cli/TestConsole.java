// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.text.ConsoleStyle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/** Runs the command in this JVM and keeps what it prints. */
final class TestConsole {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ConsoleStyle style;

    TestConsole() {
        this(ConsoleStyle.plain());
    }

    TestConsole(ConsoleStyle style) {
        this.style = style;
    }

    int run(String... arguments) {
        return line(arguments).execute(arguments);
    }

    /** Creates the command for a command line. */
    CommandLine line(String... arguments) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                StandardCharsets.UTF_8,
                style);
        return MicrobenchCommand.commandLine(console, arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    List<String> errors() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
