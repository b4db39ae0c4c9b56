/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet.fork;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * The workers of a fork that runs while its host says so, and what they have done, shown to the host on a {@link LiveBoard}.
 *
 * <p>The host wants a positive number while they are to run, 0 while they are to wait, and {@link #END} at the end. The number of
 * workers on the board is that of those that are busy.
 */
public final class BarrierWork {

    /** What the host wants at the end. */
    public static final int END = -1;

    private static final long INTERVAL_NANOS = 10_000_000;
    private static final long PAUSE_NANOS = 1_000_000;

    /** How long a sum of calls may take, of which the clock is to show the moment. */
    private static final long SLOW_NANOS = 100_000;

    private static final int MOST_TRIES = 20;

    private final LiveBoard board;
    private final List<BarrierBenchmark.Worker> workers = new CopyOnWriteArrayList<>();
    private volatile boolean running;
    private volatile boolean over;

    private BarrierWork(LiveBoard board) {
        this.board = board;
    }

    /** Starts to listen to the host. */
    static BarrierWork start() throws IOException {
        BarrierWork work = new BarrierWork(LiveBoard.ofThisFork());
        Thread thread = new Thread(work::show, "microbench-live");
        thread.setDaemon(true);
        thread.start();
        return work;
    }

    void join(BarrierBenchmark.Worker worker) {
        workers.add(worker);
    }

    boolean isRunning() {
        return running;
    }

    boolean isOver() {
        return over;
    }

    /** Ends all workers, each after its call. */
    void end() {
        over = true;
        running = false;
    }

    private void show() {
        long origin = System.nanoTime();
        while (!over) {
            int wanted = board.wanted();
            if (wanted == END) {
                end();
                break;
            }
            running = wanted > 0;
            write(origin);
            LockSupport.parkNanos(running ? INTERVAL_NANOS : PAUSE_NANOS);
        }
    }

    /** Writes calls and time of one moment; tries again where the thread lost its processor between the two. */
    private void write(long origin) {
        for (int tries = 1; ; tries++) {
            long before = System.nanoTime();
            long calls = 0;
            int busy = 0;
            for (BarrierBenchmark.Worker worker : workers) {
                calls += worker.calls();
                busy += worker.isBusy() ? 1 : 0;
            }
            long after = System.nanoTime();
            if (after - before < SLOW_NANOS || tries == MOST_TRIES) {
                board.write(busy, calls, before + (after - before) / 2 - origin);
                return;
            }
        }
    }
}
