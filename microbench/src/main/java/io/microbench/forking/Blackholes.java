/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.forking;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.runner.CompilerHints;

/** Determines how JMH consumes results, which it reports only in print. */
public final class Blackholes {

    private static final String PREFIX = "# Blackhole mode: ";

    /** What holds inside the host, where no fork is told to do better. */
    public static final String IN_PROCESS = "full (inside the host)";

    private Blackholes() {}

    /** Returns the mode in JMH's words, {@code compiler (auto-detected, ...)}. */
    static String mode() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        CompilerHints.printHints(new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(PREFIX))
                .map(line -> line.substring(PREFIX.length()))
                .findFirst()
                .orElse("N/A");
    }
}
