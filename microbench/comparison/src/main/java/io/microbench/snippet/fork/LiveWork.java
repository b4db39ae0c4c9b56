// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The workers of a live fork, and their common state: follows the requested number and publishes their calls on a {@link LiveBoard}. */
@State(Scope.Benchmark)
public class LiveWork {

    private static final long INTERVAL_NANOS = 10_000_000;
    private static final long PAUSE_NANOS = 1_000_000;

    /** The maximum time between the two clock readings around a sum of calls. */
    private static final long SLOW_NANOS = 100_000;

    private static final int MOST_TRIES = 20;

    @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
    private LiveBoard board;

    private final List<LiveBenchmark.Worker> workers = new CopyOnWriteArrayList<>();
    private volatile int running;
    private volatile boolean over;
    private long origin;

    /** Creates the instance; called by JMH. */
    public LiveWork() {}

    /** Starts to follow the requests of the host. */
    @Setup(Level.Trial)
    public void start() throws IOException {
        board = LiveBoard.ofThisFork();
        Thread thread = new Thread(this::show, "microbench-live");
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds a worker, and returns its number, from 0. */
    synchronized int join(LiveBenchmark.Worker worker) {
        workers.add(worker);
        return workers.size() - 1;
    }

    /** Returns whether the worker with the given number has to run. */
    boolean isRunning(int number) {
        return number < running;
    }

    boolean isOver() {
        return over;
    }

    /** Ends all workers, each after its call. */
    void end() {
        over = true;
        running = 0;
    }

    private void show() {
        origin = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            int wanted = board.wanted();
            if (wanted == LiveBoard.END) {
                end();
            } else if (!over) {
                running = wanted;
            }
            write();
            LockSupport.parkNanos(running > 0 ? INTERVAL_NANOS : PAUSE_NANOS);
        }
    }

    /** Writes calls and time of one moment; retries if the thread lost its processor in between. */
    private void write() {
        for (int tries = 1; ; tries++) {
            long before = System.nanoTime();
            long calls = 0;
            int busy = 0;
            for (LiveBenchmark.Worker worker : workers) {
                calls += worker.calls();
                busy += worker.isBusy() ? 1 : 0;
            }
            long after = System.nanoTime();
            if (after - before < SLOW_NANOS || tries == MOST_TRIES) {
                long now = before + (after - before) / 2;
                // The time starts with the first call.
                origin = calls == 0 && busy == 0 ? now : origin;
                board.write(busy, calls, now - origin);
                return;
            }
        }
    }
}
