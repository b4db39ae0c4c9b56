// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.Unlisted;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The JMH benchmark that runs a snippet until the host stops it, with a number of workers that the host controls.
 *
 * <p>Run it in single-shot mode with one iteration: each worker runs in a single call of the benchmark method. JMH
 * starts the maximum number of threads; threads that are not needed wait. The score is meaningless; each worker counts
 * its calls in a field.
 */
@Unlisted
public class LiveBenchmark {

    private static final long PAUSE_NANOS = 1_000_000;

    /**
     * The number of calls in a loop before the loop is entered again, which lets the JIT compiler compile the whole
     * method.
     */
    private static final int BURST = 1 << 12;

    @State(Scope.Thread)
    public static class Worker {

        private static final VarHandle CALLS;

        static {
            try {
                CALLS = MethodHandles.lookup().findVarHandle(Worker.class, "calls", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        SnippetCode snippet;

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        private LiveWork work;

        private int number;
        private volatile boolean busy;

        /** This field is read by another thread. */
        private long calls;

        @Setup(Level.Trial)
        public void init(SnippetBenchmark.Shared shared, LiveWork common) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
            work = common;
            number = work.join(this);
        }

        long calls() {
            return (long) CALLS.getOpaque(this);
        }

        /** Returns whether the worker is calling the snippet. */
        boolean isBusy() {
            return busy;
        }

        /** Runs until the end, with pauses as requested by the host. */
        void live(Blackhole blackhole) throws Throwable {
            while (!work.isOver()) {
                if (work.isRunning(number)) {
                    busy = true;
                    burst(blackhole);
                } else {
                    busy = false;
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }

        private void burst(Blackhole blackhole) throws Throwable {
            LiveWork common = work;
            SnippetCode code = snippet;
            for (int i = 0; i < BURST && common.isRunning(number); i++) {
                code.before();
                code.call(blackhole);
                code.after();
                CALLS.setOpaque(this, calls + 1);
            }
        }
    }

    @Benchmark
    public void live(Worker worker, Blackhole blackhole) throws Throwable {
        try {
            worker.live(blackhole);
        } catch (Throwable e) {
            // JMH waits for all workers, so the others have to end, too.
            worker.work.end();
            throw e;
        }
    }

    /** The workers of a live fork, and their common state: follows the requested number and publishes their calls on a {@link LiveBoard}. */
    @State(Scope.Benchmark)
    public static class LiveWork {

        private static final long INTERVAL_NANOS = 10_000_000;

        /** The maximum time between the clock readings before and after the calls are added up. */
        private static final long SLOW_NANOS = 100_000;

        private static final int MOST_TRIES = 20;

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        private LiveBoard board;

        private final List<Worker> workers = new CopyOnWriteArrayList<>();
        private volatile int running;
        private volatile boolean over;
        private long origin;

        @Setup(Level.Trial)
        public void start() throws IOException {
            board = LiveBoard.ofThisFork();
            Thread thread = new Thread(this::show, "microbench-live");
            thread.setDaemon(true);
            thread.start();
        }

        synchronized int join(Worker worker) {
            workers.add(worker);
            return workers.size() - 1;
        }

        boolean isRunning(int number) {
            return number < running;
        }

        boolean isOver() {
            return over;
        }

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

        /** Writes the calls and the time; retries if the thread was preempted in between. */
        private void write() {
            for (int tries = 1; ; tries++) {
                long before = System.nanoTime();
                long calls = 0;
                int busy = 0;
                for (Worker worker : workers) {
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
}
