// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.util.List;

/**
 * Recognizes lines of JMH without information: the progress of a run of one fork, and four warnings that each JVM from
 * 24 on prints because JMH 1.37 uses Unsafe.
 */
final class JmhChatter {

    /** JMH's lines about a fork that is prepared only by {@link io.microbench.fork.ForkMark}. */
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

    /** Output of a fork that is terminated before it is connected to its host. */
    private static final List<String> HANG_UP = List.of(
            "java.lang.IllegalStateException: <failure: VM prematurely exited before JMH had finished with it",
            "\tat org.openjdk.jmh.runner.ForkedMain.hangup",
            "\tat org.openjdk.jmh.runner.ForkedMain$HangupThread.run");

    private JmhChatter() {}

    /** Returns whether a line is JMH's message on the end of a fork, not output of the benchmark. */
    static boolean isHangUp(String line) {
        return HANG_UP.stream().anyMatch(line::startsWith);
    }

    static boolean isNoise(String line) {
        return line.isBlank()
                || LINES.contains(line.strip())
                || PREFIXES.stream().anyMatch(line::startsWith);
    }
}
