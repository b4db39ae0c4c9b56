// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ForkReaper;
import io.microbench.process.ProcessTree;
import java.io.File;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.CompilerHints;
import org.openjdk.jmh.util.FileUtils;

/**
 * Watches one fork from a thread of the host: registers it with the reaper, kills it if it is silent for too long, if
 * the run is stopped, or if the program that started the host has ended, and then ends all processes that it started.
 *
 * <p>The thread waits until the next check is due, not for a fixed interval: while a fork measures, the host should not
 * use the processor.
 */
final class ForkWatch implements AutoCloseable {

    /** The reason why the watch ended a fork, or stopped waiting for it. */
    enum Kill {
        TIMED_OUT,
        STOPPED,
        OUT_OF_TIME,
        /** The fork has ended, but a process that cannot be killed keeps its output open, and JMH waits for it. */
        OUTPUT_HELD
    }

    /**
     * The first pause between searches for a fork's process, which starts a few milliseconds after JMH announces it. Each failed
     * search doubles the pause.
     */
    private static final Duration FIRST_SEARCH_PAUSE = Duration.ofMillis(25);

    private static final Duration LONGEST_SEARCH_PAUSE = Duration.ofSeconds(5);

    /** The pause between two attempts to kill a fork. */
    private static final Duration KILL_PAUSE = Duration.ofMillis(500);

    /** The pause between two checks of a fork whose link has ended. */
    private static final Duration END_PAUSE = Duration.ofMillis(100);

    /** Number of checks after the fork has ended before processes that keep its output open are killed. */
    private static final int KILL_HOLDERS = 5;

    /** Number of checks after the fork has ended before JMH is interrupted. */
    private static final int GIVE_UP = 50;

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);

    /** Finds the fork; empty for a case that runs inside the host. */
    private final Optional<Supplier<Optional<ProcessHandle>>> search;

    private final ProcessTree tree;
    private final SilenceLimit silence;
    private final ForkReaper reaper;
    private final ForkRun.Outside outside;
    private final Thread thread = new Thread(this::watch, "microbench-watch");
    private final Thread runner = Thread.currentThread();
    private final Set<ProcessHandle> leftBehind = new LinkedHashSet<>();
    private Duration searchPause = FIRST_SEARCH_PAUSE;
    private volatile Optional<ProcessHandle> process = Optional.empty();
    private Optional<ProcessHandle> root = Optional.empty();
    private Set<String> outputs = Set.of();
    private Optional<Kill> killed = Optional.empty();
    private boolean exited;
    private int looksSinceExit;
    private volatile boolean silent;
    private volatile boolean searchSoon;
    private volatile boolean done;

    /**
     * Creates a watch for the calling thread, which is about to wait for the fork.
     *
     * @param tree the process tree whose mark is set in the environment of the fork
     */
    ForkWatch(
            Optional<Supplier<Optional<ProcessHandle>>> search,
            ProcessTree tree,
            SilenceLimit silence,
            ForkReaper reaper,
            ForkRun.Outside outside) {
        this.search = search;
        this.tree = tree;
        this.silence = silence;
        this.reaper = reaper;
        this.outside = outside;
        silence.whenSooner(this::hurry);
        if (search.isPresent()) {
            reaper.guard(tree);
        }
    }

    /** Starts the thread that watches; called once. */
    synchronized void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void watch() {
        // The fork does not exist yet.
        Duration pause = FIRST_SEARCH_PAUSE;
        while (!done && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, Math.max(SHORTEST_PAUSE.toNanos(), pause.toNanos()));
            pause = look();
        }
    }

    /** Makes the thread check again, because a check may be due sooner. Takes no lock, because callers hold other locks. */
    private void hurry() {
        searchSoon = true;
        LockSupport.unpark(thread);
    }

    /**
     * Runs the checks that are due, and returns the time until the next one; {@link SilenceLimit#whenSooner} may call earlier.
     */
    synchronized Duration look() {
        if (searchSoon) {
            searchSoon = false;
            searchPause = FIRST_SEARCH_PAUSE;
        }
        if (!done && search.isPresent() && process.isEmpty()) {
            process = search.get().get().filter(this::found);
            if (silent && process.isEmpty()) {
                lookForOrphans();
            }
        }
        // ProcessHandle.onExit is not used: it may wait for the JDK's handling of the exit, which waits for the output.
        exited |= root.filter(started -> !started.isAlive()).isPresent();
        if (exited && !done) {
            letGo();
        } else if (silence.left().isNegative()) {
            kill(Kill.TIMED_OUT);
        } else if (killed.isPresent() && !done) {
            // The fork was killed before it was found.
            tree.end(process);
        }
        Duration next = outside.look();
        return search.isEmpty() ? next : shorter(next, pause());
    }

    /** Looks for processes of a fork that may have ended before it was found. */
    private void lookForOrphans() {
        List<ProcessHandle> marked = tree.marked();
        exited |= !marked.isEmpty() && ProcessHandle.current().descendants().noneMatch(marked::contains);
    }

    private boolean found(ProcessHandle fork) {
        root = ForkProcess.outermost(fork);
        if (root.isEmpty()) {
            return false;
        }
        reaper.guard(tree, fork.pid());
        reaper.remove(JmhTemporaryFiles.ofThisJvm());
        outputs = tree.outputs(fork);
        return true;
    }

    /** Records that the fork has closed its link or ended: it no longer measures, so checking it does no harm. */
    void linkEnded() {
        silent = true;
        LockSupport.unpark(thread);
    }

    /**
     * Ensures that the fork's output ends, because JMH reads it to the end. A child process that inherited the output
     * keeps it open, and may outlive the fork indefinitely.
     */
    private void letGo() {
        if (looksSinceExit == 0) {
            leftBehind.addAll(tree.end(Optional.empty()));
        } else if (looksSinceExit >= KILL_HOLDERS) {
            List<ProcessHandle> holders = tree.holders(outputs);
            leftBehind.addAll(holders);
            holders.forEach(ProcessHandle::destroyForcibly);
            if (!holders.isEmpty() && looksSinceExit >= GIVE_UP) {
                killed = killed.or(() -> Optional.of(Kill.OUTPUT_HELD));
                runner.interrupt();
            }
        }
        looksSinceExit++;
    }

    private Duration pause() {
        Duration pause = killed.isPresent() ? KILL_PAUSE : silence.left();
        if (silent || exited) {
            return shorter(pause, END_PAUSE);
        }
        if (process.isPresent()) {
            return pause;
        }
        pause = shorter(pause, searchPause);
        searchPause = shorter(searchPause.multipliedBy(2), LONGEST_SEARCH_PAUSE);
        return pause;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Kills the fork, now or as soon as it can be found; the first reason given is kept. */
    synchronized void kill(Kill reason) {
        if (done || search.isEmpty()) {
            return;
        }
        if (killed.isEmpty()) {
            killed = Optional.of(reason);
            hurry();
        }
        tree.end(process.or(search.get()));
    }

    /** Requests a normal termination of the fork: its shutdown hooks run, the benchmark's tear-down does not. */
    synchronized void ask() {
        if (!done) {
            process.or(() -> search.flatMap(Supplier::get)).ifPresent(ProcessHandle::destroy);
        }
    }

    /** Returns the processes that may be the fork, the most likely one first. The stream is lazy. Takes no lock. */
    Stream<ProcessHandle> candidates() {
        return Stream.<Supplier<Stream<ProcessHandle>>>of(
                        () -> process.filter(ProcessHandle::isAlive).stream(), tree::members)
                .flatMap(Supplier::get);
    }

    synchronized boolean isOver() {
        return done;
    }

    /** Returns whether no process is left to kill. */
    synchronized boolean isGone() {
        return done || process.filter(ProcessHandle::isAlive).isEmpty();
    }

    synchronized Optional<Kill> killed() {
        return killed;
    }

    /** Returns the child processes that were killed after a normal end of the fork; complete when this is closed. */
    synchronized List<Long> leftBehind() {
        return leftBehind.stream().map(ProcessHandle::pid).toList();
    }

    /** Stops watching. JMH does not end a fork when the thread that waits for it is interrupted; this method does. */
    @Override
    public synchronized void close() {
        if (done) {
            return;
        }
        done = true;
        if (search.isPresent()) {
            boolean alone = process.filter(ProcessHandle::isAlive).isEmpty();
            Set<ProcessHandle> ended = tree.end(process.filter(ProcessHandle::isAlive));
            if (alone && killed.isEmpty()) {
                leftBehind.addAll(ended);
            }
        }
        reaper.release();
        LockSupport.unpark(thread);
    }

    /**
     * Finds the files that JMH creates in the temporary folder for each fork, and once for its compiler hints. JMH removes them when its
     * JVM exits normally, and does not publish their names.
     */
    static final class JmhTemporaryFiles {

        private JmhTemporaryFiles() {}

        /** Returns the files of this JVM; none if another version of JMH keeps their names elsewhere. */
        static List<Path> ofThisJvm() {
            List<Path> files = new ArrayList<>();
            try {
                if (value(CompilerHints.class, "hintsFile", null) instanceof String hints) {
                    files.add(Path.of(hints));
                }
                Object manager = value(FileUtils.class, "TEMP_FILE_MANAGER", null);
                if (manager != null && value(manager.getClass(), "refs", manager) instanceof Collection<?> references) {
                    for (Object reference : List.copyOf(references)) {
                        if (value(reference.getClass(), "file", reference) instanceof File file) {
                            files.add(file.toPath());
                        }
                    }
                }
            } catch (ReflectiveOperationException | RuntimeException e) {
                // Files that are not found remain, but only take up space.
            }
            return files;
        }

        private static @Nullable Object value(Class<?> type, String name, @Nullable Object of)
                throws ReflectiveOperationException {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        }
    }

    /** Finds the process of a fork, which JMH does not publish, among the descendants of the host. */
    static final class ForkProcess {

        private ForkProcess() {}

        /**
         * Returns the fork that has the given word on its command line.
         *
         * <p>A profiler or a script between host and fork may have the same words on its command line; the innermost
         * process is the fork. If the system shows no command lines, not even that of the host, the newest child that
         * runs a java command is returned; in this case, forks run one at a time.
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
            List<ProcessHandle> marked = children.stream()
                    .filter(child -> names(child.info(), marker))
                    .toList();
            Optional<ProcessHandle> innermost = marked.stream()
                    .filter(child -> marked.size() == 1 || child.children().noneMatch(marked::contains))
                    .findFirst();
            return shown ? innermost : innermost.or(() -> newestJava(children));
        }

        /**
         * Returns whether a command line contains the marker. The system shows only the beginning of a long command line, as a
         * single string.
         */
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
                    .max(Comparator.comparing(
                            child -> child.info().startInstant().orElse(Instant.MIN)));
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
}
