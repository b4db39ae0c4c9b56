// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeoutException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/** The {@link Workers} of a {@link LocalStore}. */
public final class LocalWorkers {

    private LocalWorkers() {}

    /** The keys that the store contains before the first iteration and after the last. */
    @State(Scope.Benchmark)
    public static class Filled extends Workers.Filled {

        @Setup
        public void fill(LocalStore store) throws IOException, InterruptedException {
            fillStore(store);
        }
    }

    /** Draws existing keys. */
    @State(Scope.Thread)
    public static class Choosing extends Workers.Choosing {

        @Setup
        public void start(Filled filled, ThreadParams threads) {
            startOn(filled, threads);
        }

        @Setup(Level.Iteration)
        public void begin(LocalStore store, ThreadParams threads) throws IOException {
            beginOn(store, threads);
        }

        @TearDown(Level.Iteration)
        public void end(LocalStore store, ThreadParams threads) throws IOException {
            endOn(store, threads);
        }
    }

    /** Counts up, so that all keys are new. */
    @State(Scope.Thread)
    public static class Inserting extends Workers.Inserting {

        @Setup(Level.Iteration)
        public void begin(LocalStore store, ThreadParams threads) throws IOException, InterruptedException {
            beginOn(store, threads);
        }

        @TearDown(Level.Iteration)
        public void end(LocalStore store, ThreadParams threads) throws IOException {
            endOn(store, threads);
        }
    }

    /** A tenth of the keys; all workers start to delete them at the same time. */
    @State(Scope.Benchmark)
    public static class Batch extends Workers.Batch {

        @Setup
        public void prepare(LocalStore store, Filled filled, BenchmarkParams params) {
            prepareOn(store, params);
        }
    }

    /** Deletes a separate set of keys. */
    @State(Scope.Thread)
    public static class Deleting extends Workers.Deleting {

        @Setup
        public void take(Batch batch, ThreadParams threads) {
            takeOf(batch, threads);
        }

        @Setup(Level.Iteration)
        public void begin(LocalStore store, Batch batch, ThreadParams threads) throws IOException {
            beginOn(store, threads);
        }

        @TearDown(Level.Iteration)
        public void end(LocalStore store, Batch batch, ThreadParams threads)
                throws IOException, InterruptedException, BrokenBarrierException, TimeoutException {
            endOn(store, batch, threads);
        }
    }
}
