/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.snippet.EarlyStart;
import io.microbench.text.StandardOutput;
import java.util.Optional;

/** Starts the command. */
public final class Main {

    private Main() {}

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        if (MicrobenchCommand.measures(arguments)) {
            EarlyStart.begin();
        }
        StandardOutput out = StandardOutput.ofThisJvm();
        Console console = Console.on(out);
        int status = MicrobenchCommand.commandLine(console, arguments).execute(arguments);
        console.out().flush();
        Optional<String> problem = out.problem();
        problem.ifPresent(message -> console.err().println("microbench: " + message));
        System.exit(problem.isPresent() && status == ExitCode.FINE ? ExitCode.USAGE : status);
    }
}
