// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.Unlisted;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The JMH benchmark that runs a snippet while its host says so, by as many workers as it says.
 *
 * <p>It is to be run in single-shot mode with one iteration: a call of the benchmark method is the whole life of a worker. JMH starts
 * as many threads as there may ever be; those that are not wanted now wait. Its score means nothing; what counts calls is a field of
 * each worker.
 */
@Unlisted
public class LiveBenchmark {

    private static final long PAUSE_NANOS = 1_000_000;

    /** After so many calls the loop begins anew, so that the JIT compiler compiles it as a method, not while it runs. */
    private static final int BURST = 1 << 12;

    /** For JMH. */
    public LiveBenchmark() {}

    /** What all workers share. */
    @State(Scope.Benchmark)
    public static class Common {

        Optional<LiveWork> work = Optional.empty();

        /** For JMH. */
        public Common() {}

        /** Begins to listen to the host. */
        @Setup(Level.Trial)
        public void start() throws IOException {
            work = Optional.of(LiveWork.start());
        }
    }

    /** What a worker has for itself. */
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

        /** Another thread reads it meanwhile. */
        private long calls;

        /** For JMH. */
        public Worker() {}

        /** Runs the worker's init and waits for the other workers. */
        @Setup(Level.Trial)
        public void init(SnippetBenchmark.Shared shared, Common common) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
            work = common.work.orElseThrow();
            number = work.join(this);
        }

        long calls() {
            return (long) CALLS.getOpaque(this);
        }

        /** Returns whether it calls the snippet, or waits for the end of a call. */
        boolean isBusy() {
            return busy;
        }

        /** Runs until the end, with pauses where the host wants them. */
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
            // The other workers would go on, and JMH waits for them.
            worker.work.end();
            throw e;
        }
    }
}
