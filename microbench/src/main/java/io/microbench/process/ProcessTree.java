// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The descendants of a process.
 *
 * <p>A process whose parent has ended loses its place in the tree, so a tree is identified by a mark: a unique environment
 * variable, which children inherit. Linux shows the environment of a process to its user. On other systems, and for a process
 * started with another environment, only processes that are still descendants or that hold the output of the fork are found.
 */
public final class ProcessTree {

    private static final String PREFIX = "MICROBENCH_TREE_";
    private static final Path ENV = Path.of("/usr/bin/env");
    private static final AtomicLong COUNT = new AtomicLong();

    /**
     * Maximum number of rounds of killing, as a killed process keeps its environment for a moment, or has just started
     * another process.
     */
    private static final int ROUNDS = 100;

    private static final long PAUSE_MILLIS = 10;

    private final String mark = PREFIX + ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime()) + "_"
            + COUNT.incrementAndGet();

    private final ProcFolder processes;

    public ProcessTree() {
        this(ProcFolder.OF_THIS_MACHINE);
    }

    ProcessTree(ProcFolder processes) {
        this.processes = processes;
    }

    /** Returns the name of the environment variable of this tree; its value does not matter. */
    String mark() {
        return mark;
    }

    static boolean isMark(String variable) {
        return variable.startsWith(PREFIX);
    }

    /** Marks a process that is about to be started. */
    public void mark(ProcessBuilder process) {
        process.environment().put(mark, "1");
    }

    /**
     * Returns the words to put before a command to mark its process, which keeps its id; none if marks are not visible.
     */
    public List<String> prefix() {
        return Files.isReadable(processes.root().resolve("self/environ")) && Files.isExecutable(ENV)
                ? List.of(ENV.toString(), mark + "=1")
                : List.of();
    }

    /** Returns the processes with the mark, without this one; empty if the system does not show it. */
    public List<ProcessHandle> marked() {
        return which(this::isMarked);
    }

    /**
     * Returns the marked processes, starting with those that this JVM has started; without marks, all descendants of
     * this JVM. The stream is lazy, as looking at all processes of the machine takes time.
     */
    public Stream<ProcessHandle> members() {
        return prefix().isEmpty()
                ? ProcessHandle.current().descendants()
                : Stream.concat(
                        ProcessHandle.current().children().filter(child -> isMarked(Long.toString(child.pid()))),
                        Stream.of(this).flatMap(tree -> tree.marked().stream()));
    }

    private boolean isMarked(String id) {
        return processes.text(id + "/environ").orElse("").contains(mark + "=");
    }

    /**
     * Kills a process, its descendants, and all processes with the mark, until none is left.
     *
     * @param root the root of the tree; empty if it has ended
     * @return the killed processes besides the root
     */
    public Set<ProcessHandle> end(Optional<ProcessHandle> root) {
        Set<ProcessHandle> ended = new LinkedHashSet<>();
        root.ifPresent(process -> {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
            ended.addAll(started);
        });
        boolean interrupted = false;
        List<ProcessHandle> found = marked();
        for (int round = 0; round < ROUNDS && !found.isEmpty(); round++) {
            found.forEach(ProcessHandle::destroyForcibly);
            ended.addAll(found);
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            found = marked();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        root.ifPresent(ended::remove);
        return ended;
    }

    /** Returns the pipes for the output of a process, as named by Linux; empty if the system does not show them. */
    public Set<String> outputs(ProcessHandle process) {
        Set<String> pipes = new LinkedHashSet<>();
        for (String descriptor : List.of("1", "2")) {
            processes
                    .target(process.pid() + "/fd/" + descriptor)
                    .filter(target -> target.startsWith("pipe:"))
                    .ifPresent(pipes::add);
        }
        return pipes;
    }

    /** Returns the processes, other than this one, that hold an end of one of the given pipes. */
    public List<ProcessHandle> holders(Set<String> pipes) {
        return pipes.isEmpty() ? List.of() : which(id -> processes.holds(Long.parseLong(id), pipes));
    }

    private List<ProcessHandle> which(Predicate<String> id) {
        return processes.names("", "[0-9]*").stream()
                .filter(id)
                .flatMap(found -> ProcessHandle.of(Long.parseLong(found)).stream())
                .filter(process -> !process.equals(ProcessHandle.current()))
                .toList();
    }
}
