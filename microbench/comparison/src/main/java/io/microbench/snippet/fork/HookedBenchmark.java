// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.Unlisted;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The JMH benchmark that measures a snippet with hooks around each call.
 *
 * <p>If a state has fixtures for each invocation, JMH times each call separately and adds the times up, in all modes
 * except {@code sample}. The hooks are therefore not timed, but the clock is read twice per call.
 * {@link SnippetBenchmark} has no such fixtures and no such cost.
 */
@Unlisted
public class HookedBenchmark {

    @State(Scope.Thread)
    public static class Worker {

        @SuppressWarnings("NullAway.Init") // JMH calls the set-up before anything else.
        SnippetCode snippet;

        private long calls;

        @Setup(Level.Trial)
        public void init(SnippetBenchmark.Shared shared) throws Throwable {
            snippet = shared.job.orElseThrow().worker();
        }

        @Setup(Level.Invocation)
        public void before() throws Throwable {
            snippet.before();
        }

        @TearDown(Level.Invocation)
        public void after() throws Throwable {
            snippet.after();
            calls++;
        }

        @TearDown(Level.Trial)
        public void done(SnippetBenchmark.Shared shared) {
            shared.job.orElseThrow().hooked(calls);
        }
    }

    @Benchmark
    public void call(Worker worker, Blackhole blackhole) throws Throwable {
        worker.snippet.call(blackhole);
    }
}
