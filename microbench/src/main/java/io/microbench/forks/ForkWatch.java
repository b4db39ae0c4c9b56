// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ForkReaper;
import io.microbench.process.ProcessTree;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Watches one fork from a thread of the host: names it to the reaper, kills it when it is silent for too long, when the
 * run is stopped, or when the program that started the host is gone, and ends with it all that it started.
 *
 * <p>The thread waits for the next moment at which something may be due, not for a fixed interval: while a fork
 * measures, the host shall not use the processor.
 */
public final class ForkWatch implements AutoCloseable {

    /** Why the watch ended a fork, or the waiting for it. */
    enum Kill {
        TIMED_OUT,
        STOPPED,
        OUT_OF_TIME,
        /** The fork has gone; a process that could not be killed keeps its output open, and JMH waiting. */
        OUTPUT_HELD
    }

    /** Checks for reasons outside the fork to end it. */
    public interface Outside {

        /** There is nothing of that kind. */
        Outside NOTHING = () -> Duration.ofDays(1);

        /** Checks, and returns how long no further check is needed. */
        Duration look();
    }

    /**
     * A fork is there a few milliseconds after JMH announced that it starts one; each search that fails doubles the pause.
     */
    private static final Duration FIRST_SEARCH_PAUSE = Duration.ofMillis(25);

    private static final Duration LONGEST_SEARCH_PAUSE = Duration.ofSeconds(5);

    /** Between two attempts to kill a fork. */
    private static final Duration KILL_PAUSE = Duration.ofMillis(500);

    /** Between two looks at a fork whose link has ended. */
    private static final Duration END_PAUSE = Duration.ofMillis(100);

    /**
     * How many looks after the fork's end JMH still waits when whoever holds the output is killed, and when it is given
     * up.
     */
    private static final int KILL_HOLDERS = 5;

    private static final int GIVE_UP = 50;

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);

    /** How to find the fork; empty for a case that runs inside the host, where there is nothing to kill. */
    private final Optional<Supplier<Optional<ProcessHandle>>> search;

    private final ProcessTree tree;
    private final SilenceLimit silence;
    private final ForkReaper reaper;
    private final Outside outside;
    private final Thread thread = new Thread(this::watch, "microbench-watch");
    private final Thread runner = Thread.currentThread();
    private final Set<ProcessHandle> leftBehind = new LinkedHashSet<>();
    private Duration searchPause = FIRST_SEARCH_PAUSE;
    private Optional<ProcessHandle> process = Optional.empty();
    private Optional<ProcessHandle> root = Optional.empty();
    private Set<String> outputs = Set.of();
    private Optional<Kill> killed = Optional.empty();
    private boolean exited;
    private int looksSinceExit;
    private volatile boolean silent;
    private volatile boolean searchSoon;
    private volatile boolean done;

    /**
     * Prepares to watch, for the thread that calls this and is about to wait for the fork.
     *
     * @param search how to find the fork's process; empty for a case that runs inside the host
     * @param tree whose mark the fork carries
     * @param outside is asked as often as it wants to be
     */
    ForkWatch(
            Optional<Supplier<Optional<ProcessHandle>>> search,
            ProcessTree tree,
            SilenceLimit silence,
            ForkReaper reaper,
            Outside outside) {
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

    /** Begins to watch, in a thread of its own; once. */
    synchronized void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void watch() {
        // The fork is not there yet.
        Duration pause = FIRST_SEARCH_PAUSE;
        while (!done && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, longer(SHORTEST_PAUSE, pause).toNanos());
            pause = look();
        }
    }

    /** Something may be due sooner than it was; called with locks of others held, so it takes none. */
    private void hurry() {
        searchSoon = true;
        LockSupport.unpark(thread);
    }

    /** Does what is due, and returns how long nothing else will be unless {@link SilenceLimit#whenSooner} says so. */
    synchronized Duration look() {
        if (searchSoon) {
            searchSoon = false;
            searchPause = FIRST_SEARCH_PAUSE;
        }
        if (search.isPresent() && process.isEmpty()) {
            process = search.get().get().filter(this::found);
            if (silent && process.isEmpty()) {
                lookForOrphans();
            }
        }
        // Not from ProcessHandle.onExit: it may have to wait for the JDK's own handling of the exit, and that for the
        // output.
        exited |= root.filter(started -> !started.isAlive()).isPresent();
        if (exited && !done) {
            letGo();
        } else if (silence.left().isNegative()) {
            kill(Kill.TIMED_OUT);
        } else if (killed.isPresent() && !done) {
            // Killed before it could be found.
            tree.end(process);
        }
        Duration next = outside.look();
        return search.isEmpty() ? next : shorter(next, pause());
    }

    /** A fork may have come and gone before it was found. */
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
        outputs = ProcessTree.outputs(fork);
        return true;
    }

    /** The fork has closed its link, or has gone: it measures no more, and looking at it disturbs nobody. */
    void linkEnded() {
        silent = true;
        LockSupport.unpark(thread);
    }

    /**
     * Sees to it that JMH, which reads the fork's output to its end, finds one: a child that inherited it keeps it
     * open, and may outlive the fork for ever.
     */
    private void letGo() {
        if (looksSinceExit == 0) {
            leftBehind.addAll(tree.end(Optional.empty()));
        } else if (looksSinceExit >= KILL_HOLDERS) {
            List<ProcessHandle> holders = ProcessTree.holders(outputs);
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

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
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

    /** Requests that the fork ends by itself: its shutdown hooks run, the benchmark's tear-down does not. */
    synchronized void ask() {
        if (!done) {
            process.or(() -> search.flatMap(Supplier::get)).ifPresent(ProcessHandle::destroy);
        }
    }

    /** Returns whether nobody watches any more. */
    synchronized boolean isOver() {
        return done;
    }

    /** Returns whether there is nothing left to kill. */
    synchronized boolean isGone() {
        return done || process.filter(ProcessHandle::isAlive).isEmpty();
    }

    /** Returns why the fork was killed, if it was. */
    synchronized Optional<Kill> killed() {
        return killed;
    }

    /** Returns what outlived a fork that ended by itself, and was ended; complete when this is closed. */
    synchronized List<Long> leftBehind() {
        return leftBehind.stream().map(ProcessHandle::pid).toList();
    }

    /** Stops watching. JMH leaves a fork behind when the thread that waits for it is interrupted; it is ended here. */
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
}
