// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.Unlisted;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
 * <p>So a new snippet needs one small class and no annotation processing. JMH's loop calls {@link #call}, which calls
 * the only {@link SnippetCode} there is. An ordinary benchmark method finds its state in a register; here it would have
 * to be loaded from the worker's state in each round, behind the volatile read that ends JMH's loop, which was measured
 * to take 0.3 to 0.7 ns. A worker that is alone is therefore a constant. Several workers share the compiled loop, and
 * pay for the load.
 */
@Unlisted
public class SnippetBenchmark {

    private static volatile @Nullable SnippetCode alone;

    /** Initialised by the first call, when the worker is there; a JIT compiler takes its field for a constant. */
    private static final class Constant {
        static final @Nullable SnippetCode CODE = alone;
    }

    /** For JMH. */
    public SnippetBenchmark() {}

    /** What all workers share. */
    @State(Scope.Benchmark)
    public static class Shared {

        Optional<SnippetJob> job = Optional.empty();

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
        SnippetCode snippet;

        /** For JMH. */
        public Worker() {}

        /** Runs the worker's init and waits for the other workers. */
        @Setup(Level.Trial)
        public void init(Shared shared, BenchmarkParams benchmark) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
            if (benchmark.getThreads() == 1) {
                alone = snippet;
            }
        }
    }

    /** Calls the snippet once. */
    @Benchmark
    public void call(Worker worker, Blackhole blackhole) throws Throwable {
        SnippetCode only = Constant.CODE;
        if (only != null) {
            only.call(blackhole);
        } else {
            worker.snippet.call(blackhole);
        }
    }
}
