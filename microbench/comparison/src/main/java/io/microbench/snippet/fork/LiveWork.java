/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet.fork;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** The workers of a live fork: how many of them run, and what they have done, shown to the host a hundred times a second. */
final class LiveWork {

    private static final long INTERVAL_NANOS = 10_000_000;

    private final LiveBoard board;
    private final List<LiveBenchmark.Worker> workers = new CopyOnWriteArrayList<>();
    private volatile int running;

    private LiveWork(LiveBoard board) {
        this.board = board;
        this.running = board.wanted();
    }

    /** Starts to show what is done. */
    static LiveWork start() throws IOException {
        LiveWork work = new LiveWork(LiveBoard.ofThisFork());
        Thread thread = new Thread(work::show, "microbench-live");
        thread.setDaemon(true);
        thread.start();
        return work;
    }

    /** Adds a worker, and returns its number, from 0. */
    synchronized int join(LiveBenchmark.Worker worker) {
        workers.add(worker);
        return workers.size() - 1;
    }

    /** Returns whether the worker of a number is to run. */
    boolean isRunning(int number) {
        return number < running;
    }

    private void show() {
        long start = System.nanoTime();
        long before = 0;
        while (!Thread.currentThread().isInterrupted()) {
            running = board.wanted();
            long calls = workers.stream().mapToLong(LiveBenchmark.Worker::calls).sum();
            if (before == 0) {
                // The time begins with the first call.
                start = calls == 0 ? System.nanoTime() : start;
            }
            before = calls;
            board.write(running, calls, System.nanoTime() - start);
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }
}
