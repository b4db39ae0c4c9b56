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
        String word = arguments.length == 0 ? "" : arguments[0];
        System.exit(MicrobenchCommand.commandLine(Console.ofThisProcess(), word).execute(arguments));
    }
}
