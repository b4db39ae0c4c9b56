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
 * <p>Therefore, a new snippet needs one small class and no annotation processing. JMH's loop calls {@link #call}, which
 * calls the only loaded {@link SnippetCode}. An ordinary benchmark method has its state in a register; here it would be
 * loaded from the worker's state in each round, after the volatile read that ends JMH's loop, which takes 0.3 to 0.7 ns
 * (measured). A single worker is therefore a constant. Several workers share the compiled loop, so their calls include
 * the cost of the load.
 */
@Unlisted
public class SnippetBenchmark {

    private static volatile @Nullable SnippetCode alone;

    /** Initialised by the first call, when the worker exists; the JIT compiler treats its field as a constant. */
    private static final class Constant {
        static final @Nullable SnippetCode CODE = alone;
    }

    @State(Scope.Benchmark)
    public static class Shared {

        Optional<SnippetJob> job = Optional.empty();

        /** Loads the snippet as soon as it is compiled, and runs its init. */
        @Setup(Level.Trial)
        public void init(BenchmarkParams benchmark) throws Throwable {
            job = Optional.of(SnippetJob.start(benchmark.getThreads()));
        }

        @TearDown(Level.Trial)
        public void done() {
            job.orElseThrow().done();
        }
    }

    @State(Scope.Thread)
    public static class Worker {

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        SnippetCode snippet;

        @Setup(Level.Trial)
        public void init(Shared shared, BenchmarkParams benchmark) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
            if (benchmark.getThreads() == 1) {
                alone = snippet;
            }
        }
    }

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
