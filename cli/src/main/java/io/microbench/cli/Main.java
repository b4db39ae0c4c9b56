/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.snippet.EarlyStart;

/** Starts the command. */
public final class Main {

    private Main() {}

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        if (MicrobenchCommand.measures(arguments)) {
            EarlyStart.begin();
        }
        System.exit(MicrobenchCommand.commandLine(Console.ofThisProcess(), arguments)
                .execute(arguments));
    }
}
