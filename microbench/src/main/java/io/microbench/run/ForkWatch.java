/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Watches one fork from a thread of the host: names it to the reaper, kills it when it is silent for too long, when the run
 * is stopped, or when the program that started the host is gone.
 *
 * <p>The thread waits for the next moment at which something may be due, not for a fixed interval: while a fork measures, the
 * host shall not use the processor.
 */
final class ForkWatch implements AutoCloseable {

    /** Why the watch killed a fork. */
    enum Kill {
        TIMED_OUT,
        STOPPED,
        OUT_OF_TIME
    }

    /** Looks for what should end a fork and has nothing to do with the fork. */
    interface Outside {

        /** There is nothing of that kind. */
        Outside NOTHING = () -> Duration.ofDays(1);

        /** Looks, and returns how long it need not look again. */
        Duration look();
    }

    /** A fork is there a few milliseconds after JMH said that it starts one; each search that fails doubles the pause. */
    private static final Duration FIRST_SEARCH_PAUSE = Duration.ofMillis(25);

    private static final Duration LONGEST_SEARCH_PAUSE = Duration.ofSeconds(5);

    /** Between two attempts to kill a fork. */
    private static final Duration KILL_PAUSE = Duration.ofMillis(500);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);

    /** How to find the fork; empty for a case that runs inside the host, where there is nothing to kill. */
    private final Optional<Supplier<Optional<ProcessHandle>>> search;

    private final Heartbeat heartbeat;
    private final ForkReaper reaper;
    private final Outside outside;
    private final Thread thread = new Thread(this::watch, "microbench-watch");
    private Duration searchPause = FIRST_SEARCH_PAUSE;
    private Optional<ProcessHandle> process = Optional.empty();
    private Optional<Kill> killed = Optional.empty();
    private volatile boolean searchSoon;
    private volatile boolean done;

    /**
     * Prepares to watch.
     *
     * @param search how to find the fork's process; empty for a case that runs inside the host
     * @param outside is asked as often as it wants to be
     */
    ForkWatch(
            Optional<Supplier<Optional<ProcessHandle>>> search,
            Heartbeat heartbeat,
            ForkReaper reaper,
            Outside outside) {
        this.search = search;
        this.heartbeat = heartbeat;
        this.reaper = reaper;
        this.outside = outside;
        heartbeat.whenSooner(this::hurry);
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

    /** Does what is due, and returns how long nothing else will be unless {@link Heartbeat#whenSooner} says so. */
    synchronized Duration look() {
        if (searchSoon) {
            searchSoon = false;
            searchPause = FIRST_SEARCH_PAUSE;
        }
        if (search.isPresent() && process.isEmpty()) {
            process = search.get().get();
            process.ifPresent(fork -> reaper.guard(fork.pid()));
        }
        if (heartbeat.left().isNegative()) {
            kill(Kill.TIMED_OUT);
        } else if (killed.isPresent()) {
            // Killed before it could be found.
            process.ifPresent(ForkProcess::end);
        }
        Duration next = outside.look();
        return search.isEmpty() ? next : shorter(next, pause());
    }

    private Duration pause() {
        Duration pause = killed.isPresent() ? KILL_PAUSE : heartbeat.left();
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
        process.or(search.get()).ifPresent(ForkProcess::end);
    }

    /** Asks the fork to go by itself: its shutdown hooks run, the benchmark's tear-down does not. */
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

    /** Stops watching. JMH leaves a fork behind when the thread that waits for it is interrupted; it is ended here. */
    @Override
    public synchronized void close() {
        done = true;
        process.filter(ProcessHandle::isAlive).ifPresent(ForkProcess::end);
        reaper.release();
        LockSupport.unpark(thread);
    }
}
