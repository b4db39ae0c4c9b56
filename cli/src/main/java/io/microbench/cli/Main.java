/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

/** Starts the command. */
public final class Main {

    private Main() {}

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(MicrobenchCommand.commandLine(Console.ofThisProcess(), arguments)
                .execute(arguments));
    }
}
