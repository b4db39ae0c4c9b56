/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.time.Duration;
import java.util.Optional;

/**
 * Watches one fork from a thread of the host: names it to the reaper, kills it when it is silent for too long, when the run
 * is stopped, or when the program that started the host is gone.
 */
final class ForkWatch implements AutoCloseable {

    /** Why the watch killed a fork. */
    enum Kill {
        TIMED_OUT,
        STOPPED
    }

    private static final Duration FIND_PAUSE = Duration.ofMillis(50);
    private static final Duration CHECK_PAUSE = Duration.ofMillis(500);

    private final String marker;
    private final Heartbeat heartbeat;
    private final ForkReaper reaper;
    private final Runnable check;
    private final Thread thread;
    private Optional<ProcessHandle> process = Optional.empty();
    private Optional<Kill> killed = Optional.empty();
    private boolean done;

    /**
     * Begins to watch.
     *
     * @param marker an argument that only this fork has
     * @param check called about twice a second while the fork runs
     */
    ForkWatch(String marker, Heartbeat heartbeat, ForkReaper reaper, Runnable check) {
        this.marker = marker;
        this.heartbeat = heartbeat;
        this.reaper = reaper;
        this.check = check;
        this.thread = new Thread(this::watch, "microbench-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void watch() {
        try {
            while (!done && process.isEmpty()) {
                process = ForkProcess.find(marker);
                process.ifPresent(fork -> reaper.guard(fork.pid()));
                check.run();
                wait(FIND_PAUSE.toMillis());
            }
            while (!done) {
                if (heartbeat.left().isNegative()) {
                    kill(Kill.TIMED_OUT);
                }
                check.run();
                wait(CHECK_PAUSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the fork; the first reason given is kept. */
    synchronized void kill(Kill reason) {
        if (done) {
            return;
        }
        if (killed.isEmpty()) {
            killed = Optional.of(reason);
        }
        process.or(() -> ForkProcess.find(marker)).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Returns why the fork was killed, if it was. */
    synchronized Optional<Kill> killed() {
        return killed;
    }

    @Override
    public synchronized void close() {
        done = true;
        reaper.release();
        notifyAll();
    }
}
