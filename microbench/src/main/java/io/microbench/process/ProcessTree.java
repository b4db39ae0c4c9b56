// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The processes that one process started, directly or through others.
 *
 * <p>A process whose parent has died is nobody's descendant any more, so a tree is known by a mark: an environment variable of
 * its own, which children inherit. Linux shows the environment of a process to its user; elsewhere, and for a process that was
 * started with another environment, only those are found that are still descendants, or that hold the output of the fork.
 */
public final class ProcessTree {

    private static final String PREFIX = "MICROBENCH_TREE_";
    private static final Path PROCESSES = Path.of("/proc");
    private static final Path ENV = Path.of("/usr/bin/env");
    private static final AtomicLong COUNT = new AtomicLong();

    /** A killed process keeps its environment for a moment, and one that is about to start another may do so once more. */
    private static final int ROUNDS = 100;

    private static final long PAUSE_MILLIS = 10;

    private final String mark = PREFIX + ProcessHandle.current().pid() + "_" + Long.toHexString(System.nanoTime()) + "_"
            + COUNT.incrementAndGet();

    /** Returns the name of the environment variable that belongs to this tree alone; its value does not matter. */
    String mark() {
        return mark;
    }

    /** Marks a process that is about to be started. */
    public void mark(ProcessBuilder process) {
        process.environment().put(mark, "1");
    }

    /** Returns the words before a command that mark its process, which keeps its id; none where marks cannot be seen. */
    public List<String> prefix() {
        return Files.isReadable(PROCESSES.resolve("self/environ")) && Files.isExecutable(ENV)
                ? List.of(ENV.toString(), mark + "=1")
                : List.of();
    }

    /** Returns the processes that carry the mark, without this one; empty where the system does not show it. */
    public List<ProcessHandle> marked() {
        byte[] wanted = (mark + "=").getBytes(StandardCharsets.US_ASCII);
        List<ProcessHandle> found = new ArrayList<>();
        for (Path folder : processes()) {
            if (contains(environment(folder), wanted)) {
                handle(folder).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Returns the marked processes; where nothing is marked, all that this JVM started. */
    public List<ProcessHandle> members() {
        return prefix().isEmpty() ? ProcessHandle.current().descendants().toList() : marked();
    }

    private static byte[] environment(Path folder) {
        try {
            return Files.readAllBytes(folder.resolve("environ"));
        } catch (IOException e) {
            // Another user's, or gone.
            return new byte[0];
        }
    }

    private static boolean contains(byte[] text, byte[] wanted) {
        for (int start = 0; start + wanted.length <= text.length; start++) {
            int same = 0;
            while (same < wanted.length && text[start + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    /**
     * Kills a process, what descends from it, and what carries the mark, until nothing of that is left.
     *
     * @param root where the tree begins; empty if that has gone
     * @return what was killed beside the root
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

    /** Returns the pipes into which a process prints, as Linux names them; empty where that is not shown. */
    public static Set<String> outputs(ProcessHandle process) {
        Set<String> pipes = new LinkedHashSet<>();
        for (String descriptor : List.of("1", "2")) {
            target(PROCESSES.resolve(process.pid() + "/fd/" + descriptor))
                    .filter(target -> target.startsWith("pipe:"))
                    .ifPresent(pipes::add);
        }
        return pipes;
    }

    /** Returns the processes, other than this one, that hold an end of one of the given pipes. */
    public static List<ProcessHandle> holders(Set<String> pipes) {
        List<ProcessHandle> found = new ArrayList<>();
        for (Path folder : pipes.isEmpty() ? List.<Path>of() : processes()) {
            if (list(folder.resolve("fd"), "*").stream()
                    .anyMatch(descriptor ->
                            target(descriptor).filter(pipes::contains).isPresent())) {
                handle(folder).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Returns whether a process has one of the given pipes or sockets, by their names in Linux. */
    public static boolean holds(ProcessHandle process, Set<String> wanted) {
        return holds(PROCESSES.resolve(Long.toString(process.pid())), wanted);
    }

    private static boolean holds(Path process, Set<String> wanted) {
        return list(process.resolve("fd"), "*").stream()
                .anyMatch(descriptor ->
                        target(descriptor).filter(wanted::contains).isPresent());
    }

    private static Optional<String> target(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private static List<Path> processes() {
        return list(PROCESSES, "[0-9]*");
    }

    private static List<Path> list(Path folder, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // Not Linux, another user's, or gone meanwhile: what was seen so far is all there is.
        }
        return found;
    }

    private static Optional<ProcessHandle> handle(Path folder) {
        long pid = Long.parseLong(folder.getFileName().toString());
        return ProcessHandle.of(pid).filter(process -> !process.equals(ProcessHandle.current()));
    }
}
