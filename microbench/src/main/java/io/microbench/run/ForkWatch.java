/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Watches one fork from a thread of the host: names it to the reaper, kills it when it is silent for too long, when the run
 * is stopped, or when the program that started the host is gone.
 */
final class ForkWatch implements AutoCloseable {

    /** Why the watch killed a fork. */
    enum Kill {
        TIMED_OUT,
        STOPPED,
        OUT_OF_TIME
    }

    private static final Duration FIND_PAUSE = Duration.ofMillis(50);
    private static final Duration CHECK_PAUSE = Duration.ofMillis(500);
    private static final int FIND_ROUNDS = 200;

    /** How to find the fork; empty for a case that runs inside the host, where there is nothing to kill. */
    private final Optional<Supplier<Optional<ProcessHandle>>> search;

    private final Heartbeat heartbeat;
    private final ForkReaper reaper;
    private final Runnable check;
    private Optional<ProcessHandle> process = Optional.empty();
    private Optional<Kill> killed = Optional.empty();
    private boolean done;

    /**
     * Begins to watch.
     *
     * @param search how to find the fork's process; empty for a case that runs inside the host
     * @param check called about twice a second while the fork runs
     */
    ForkWatch(
            Optional<Supplier<Optional<ProcessHandle>>> search,
            Heartbeat heartbeat,
            ForkReaper reaper,
            Runnable check) {
        this.search = search;
        this.heartbeat = heartbeat;
        this.reaper = reaper;
        this.check = check;
        Thread thread = new Thread(this::watch, "microbench-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void watch() {
        try {
            for (int round = 0; !done; round++) {
                look();
                check.run();
                boolean soon = search.isPresent() && process.isEmpty() && round < FIND_ROUNDS;
                wait((soon ? FIND_PAUSE : CHECK_PAUSE).toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        if (process.isEmpty()) {
            process = search.flatMap(Supplier::get);
            process.ifPresent(fork -> reaper.guard(fork.pid()));
        }
        if (heartbeat.left().isNegative()) {
            kill(Kill.TIMED_OUT);
        } else if (killed.isPresent()) {
            // Killed before it could be found.
            process.ifPresent(ForkProcess::end);
        }
    }

    /** Kills the fork, now or as soon as it can be found; the first reason given is kept. */
    synchronized void kill(Kill reason) {
        if (done || search.isEmpty()) {
            return;
        }
        if (killed.isEmpty()) {
            killed = Optional.of(reason);
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
        notifyAll();
    }
}
