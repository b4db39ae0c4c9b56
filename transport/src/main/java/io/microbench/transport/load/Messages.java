/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import io.microbench.text.UserException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Starts nodes and sends messages between them, from a shell. */
@Command(
        name = "messages",
        description = "Sends messages to nodes, which are JVMs of their own, and measures how long they take.",
        subcommands = {SingleCommand.class, MultipleCommand.class, TransportsCommand.class},
        mixinStandardHelpOptions = true)
public final class Messages {

    private Messages() {}

    /** Runs the command and ends the JVM: with 0, with 1 if messages were lost, with 2 for a wrong command line. */
    public static void main(String[] arguments) {
        System.exit(commandLine(
                        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(arguments));
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new Messages());
        line.setOut(out);
        line.setErr(err);
        line.setExecutionExceptionHandler((exception, given, parsed) -> {
            err.println("messages: " + exception.getMessage());
            return exception instanceof UserException user ? user.exitStatus() : UserException.FAILED;
        });
        return line;
    }
}
