// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the signal that ended a fork.
 *
 * <p>A process that a signal ended has the exit code 128 + n, and so has a JVM that shut down normally after one. A JVM that
 * crashes writes a report, announces it on its standard output, and aborts: its exit code is that of SIGABRT, while its
 * output names the signal that was the cause.
 */
record DeathBySignal(int number) {

    private static final int SHIFT = 128;

    /** Larger than any signal number. */
    private static final int MOST = 64;

    private static final int KILL = 9;
    private static final int SEGMENT = 11;

    /** Signals with the same number on Linux and macOS. */
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(5, "SIGTRAP"),
            Map.entry(6, "SIGABRT"),
            Map.entry(8, "SIGFPE"),
            Map.entry(KILL, "SIGKILL"),
            Map.entry(SEGMENT, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"),
            Map.entry(24, "SIGXCPU"),
            Map.entry(25, "SIGXFSZ"));

    private static final String CRASHED = "A fatal error has been detected by the Java Runtime Environment";
    private static final Pattern CAUSE = Pattern.compile("#\\s+((?:SIG[A-Z]+|Internal Error|Out of Memory Error) .*)");
    private static final Pattern REPORT = Pattern.compile("#?\\s*(\\S.*hs_err\\S*\\.log)\\s*");

    /** Returns the signal that an exit code stands for; empty if it stands for none. */
    static Optional<DeathBySignal> of(int exitCode) {
        int number = exitCode - SHIFT;
        return number > 0 && number <= MOST ? Optional.of(new DeathBySignal(number)) : Optional.empty();
    }

    /** Returns the number and, if known, the name. */
    String name() {
        String name = NAMES.get(number);
        return number + (name == null ? "" : " (" + name + ")");
    }

    /**
     * Describes what happened.
     *
     * @param when how far the fork had got, such as "after 2 iterations"
     */
    String message(String when) {
        String what = "The fork was ended by signal " + name() + " " + when + ".";
        return number == KILL
                ? what + " If no user sent it, the system did because memory ran out (see dmesg, or memory.events"
                        + " of the"
                        + " container): give the fork less with -Xmx, or the machine more."
                : what;
    }

    /**
     * Describes the crash of a JVM, whatever its exit code: without a core dump it exits normally.
     *
     * @param when how far the fork had got, such as "after 2 iterations"
     * @param tail the last lines that it printed
     * @return empty if they do not report a crash
     */
    static Optional<String> crash(String when, List<String> tail) {
        if (tail.stream().noneMatch(line -> line.contains(CRASHED))) {
            return Optional.empty();
        }
        return Optional.of("The fork's JVM crashed " + when
                + first(CAUSE, tail).map(cause -> ": " + cause).orElse("")
                + first(REPORT, tail).map(file -> ". Its report: " + file).orElse(""));
    }

    private static Optional<String> first(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1).strip())
                .findFirst();
    }
}
