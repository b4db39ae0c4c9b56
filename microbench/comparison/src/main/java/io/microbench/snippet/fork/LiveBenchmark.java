/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet.fork;

import io.microbench.fork.Unlisted;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The JMH benchmark that runs a snippet by a number of workers that can be changed meanwhile.
 *
 * <p>JMH starts as many threads as there may ever be. Those above the number that is wanted now wait, and what they wait for is no
 * call. Its score means nothing, as it counts those waits; what counts calls is a field of each worker.
 */
@Unlisted
public class LiveBenchmark {

    private static final long PAUSE_NANOS = 1_000_000;

    /** For JMH. */
    public LiveBenchmark() {}

    /** What all workers share. */
    @State(Scope.Benchmark)
    public static class Live {

        Optional<LiveWork> work = Optional.empty();

        /** For JMH. */
        public Live() {}

        /** Begins to tell the host. */
        @Setup(Level.Trial)
        public void start() throws IOException {
            work = Optional.of(LiveWork.start());
        }
    }

    /** What a worker has for itself. */
    @State(Scope.Thread)
    public static class Worker extends CountingWorker {

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        SnippetCode snippet;

        @SuppressWarnings("NullAway.Init") // Likewise.
        private LiveWork work;

        private int number;

        /** For JMH. */
        public Worker() {}

        /** Runs the worker's init and waits for the other workers. */
        @Setup(Level.Trial)
        public void init(SnippetBenchmark.Shared shared, Live live) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
            work = live.work.orElseThrow();
            number = work.join(this);
        }
    }

    /** Calls the snippet once, or waits a moment where the worker is not wanted now. */
    @Benchmark
    public void call(Worker worker, Blackhole blackhole) throws Throwable {
        if (!worker.work.isRunning(worker.number)) {
            LockSupport.parkNanos(PAUSE_NANOS);
            return;
        }
        worker.snippet.before();
        worker.snippet.call(blackhole);
        worker.snippet.after();
        worker.count();
    }
}
