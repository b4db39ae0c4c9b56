// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the process of a fork, which JMH keeps to itself, among the descendants of the host. */
public final class ForkProcess {

    private ForkProcess() {}

    /**
     * Returns the fork that has the given word on its command line.
     *
     * <p>A profiler or a script between host and fork may have the same words on its command line; the innermost process is
     * the fork. If the system shows no command lines, not even that of the host, the newest child that runs a java command is
     * taken; then forks run one at a time.
     */
    public static Optional<ProcessHandle> find(String marker) {
        return find(marker, ProcessHandle.current().info().commandLine().isPresent());
    }

    /**
     * Returns the fork, as {@link #find(String)} does.
     *
     * @param shown whether the system shows command lines. If it does, a child without one is about to become another
     *     program or to end: the JDK's jspawnhelper looks like a java command before it starts a program
     */
    static Optional<ProcessHandle> find(String marker, boolean shown) {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        List<ProcessHandle> marked =
                children.stream().filter(child -> names(child.info(), marker)).toList();
        Optional<ProcessHandle> innermost = marked.stream()
                .filter(child -> child.children().noneMatch(marked::contains))
                .findFirst();
        return shown ? innermost : innermost.or(() -> newestJava(children));
    }

    /** Returns whether a command line has the marker; the system shows only the beginning of a long one, not split. */
    private static boolean names(ProcessHandle.Info info, String marker) {
        return info.arguments()
                .map(arguments -> Arrays.asList(arguments).contains(marker))
                .orElseGet(() -> info.commandLine()
                        .map(line -> line.contains(" " + marker + " "))
                        .orElse(false));
    }

    private static Optional<ProcessHandle> newestJava(List<ProcessHandle> children) {
        return children.stream()
                .filter(child -> child.info().commandLine().isEmpty())
                .filter(child ->
                        child.info().command().map(c -> c.contains("java")).orElse(false))
                .max(Comparator.comparing(child -> child.info().startInstant().orElse(Instant.MIN)));
    }

    /**
     * Returns the process that the host itself started: the given fork, or a process between the two.
     *
     * @return empty if the given process has ended: it may have been a child of the fork that still had the fork's
     *     command line, just before it ran another program
     */
    static Optional<ProcessHandle> outermost(ProcessHandle fork) {
        ProcessHandle process = fork;
        Optional<ProcessHandle> parent = process.parent();
        while (parent.isPresent() && !parent.get().equals(ProcessHandle.current())) {
            process = parent.get();
            parent = process.parent();
        }
        return parent.isPresent() ? Optional.of(process) : Optional.of(fork).filter(ProcessHandle::isAlive);
    }
}
