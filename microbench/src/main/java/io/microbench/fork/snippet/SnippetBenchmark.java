/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork.snippet;

import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The JMH benchmark that measures a snippet: compiled once, with JMH's annotation processor, when the harness is built.
 *
 * <p>So a new snippet needs one small class and no annotation processing. JMH's loop calls {@link #call}, which calls the
 * only {@link SnippetCode} there is: after inlining the loop is that of an ordinary benchmark method.
 */
public class SnippetBenchmark {

    /** For JMH. */
    public SnippetBenchmark() {}

    /** What all workers share. */
    @State(Scope.Benchmark)
    public static class Shared {

        private Optional<SnippetJob> job = Optional.empty();

        /** For JMH. */
        public Shared() {}

        /** Loads the snippet as soon as it is compiled, and runs its init. */
        @Setup(Level.Trial)
        public void init(BenchmarkParams benchmark) throws Throwable {
            job = Optional.of(SnippetJob.start(benchmark.getThreads()));
        }

        /** Runs the snippet's done. */
        @TearDown(Level.Trial)
        public void done() {
            job.orElseThrow().done();
        }
    }

    /** What a worker has for itself. */
    @State(Scope.Thread)
    public static class Worker {

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        SnippetCode code;

        /** For JMH. */
        public Worker() {}

        /** Runs the worker's init and waits for the other workers. */
        @Setup(Level.Trial)
        public void init(Shared shared) throws Throwable {
            code = shared.job.orElseThrow().worker();
        }
    }

    /** Calls the snippet once. */
    @Benchmark
    public void call(Worker worker, Blackhole blackhole) throws Throwable {
        worker.code.call(blackhole);
    }
}
