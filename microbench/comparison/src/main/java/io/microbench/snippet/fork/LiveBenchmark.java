// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.Unlisted;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
 * <p>Run it in single-shot mode with one iteration: a call of the benchmark method is the whole life of a worker. JMH
 * starts the maximum number of threads; those that are not needed wait. Its score is meaningless; a field of each
 * worker counts calls.
 */
@Unlisted
public class LiveBenchmark {

    private static final long PAUSE_NANOS = 1_000_000;

    /** The calls of a loop before it is entered again, so that the JIT compiler compiles the whole method. */
    private static final int BURST = 1 << 12;

    /** Creates the instance; called by JMH. */
    public LiveBenchmark() {}

    /** The state of a worker. */
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

        @SuppressWarnings("NullAway.Init") // Likewise.
        private LiveWork work;

        private int number;
        private volatile boolean busy;

        /** Read by another thread. */
        private long calls;

        /** Creates the instance; called by JMH. */
        public Worker() {}

        /** Runs the worker's init and waits for the other workers. */
        @Setup(Level.Trial)
        public void init(SnippetBenchmark.Shared shared, LiveWork common) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
            work = common;
            number = work.join(this);
        }

        long calls() {
            return (long) CALLS.getOpaque(this);
        }

        /** Returns whether the worker calls the snippet, or waits for the end of a call. */
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

    /** Runs the snippet until the host ends it. */
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
}
