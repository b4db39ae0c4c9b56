// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.util.List;

/**
 * Recognizes the lines of JMH that carry no information here: progress of a run that is one fork long, and four
 * warnings that each JVM from 24 on prints because JMH 1.37 uses Unsafe.
 */
final class JmhChatter {

    /** What JMH prints about a fork that {@link io.microbench.fork.ForkMark} alone prepares. */
    private static final List<String> LINES =
            List.of("# Preparing profilers: ForkMark", "# Processing profiler results: ForkMark");

    private static final List<String> PREFIXES = List.of(
            "# Run progress:",
            "# Fork: ",
            "# Warmup Fork: ",
            "# Run complete.",
            "# WARNING: JMH lock is ignored",
            "Benchmark had encountered error, and fail on error was requested",
            "WARNING: A terminally deprecated method in sun.misc.Unsafe has been called",
            "WARNING: sun.misc.Unsafe::objectFieldOffset has been called by org.openjdk.jmh",
            "WARNING: Please consider reporting this to the maintainers of class org.openjdk.jmh",
            "WARNING: sun.misc.Unsafe::objectFieldOffset will be removed");

    /** What a fork prints that is asked to go before it is connected to its host. */
    private static final List<String> HANG_UP = List.of(
            "java.lang.IllegalStateException: <failure: VM prematurely exited before JMH had finished with it",
            "\tat org.openjdk.jmh.runner.ForkedMain.hangup",
            "\tat org.openjdk.jmh.runner.ForkedMain$HangupThread.run");

    private JmhChatter() {}

    /** Returns whether a line is JMH's own on the end of a fork, and not printed by the benchmark. */
    static boolean isHangUp(String line) {
        return HANG_UP.stream().anyMatch(line::startsWith);
    }

    static boolean isNoise(String line) {
        return line.isBlank()
                || LINES.contains(line.strip())
                || PREFIXES.stream().anyMatch(line::startsWith);
    }
}
