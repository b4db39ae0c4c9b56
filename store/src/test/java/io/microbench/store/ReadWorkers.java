// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** The {@link Workers} of a {@link ReadStore}. */
public final class ReadWorkers {

    private ReadWorkers() {}

    /** The keys that the store contains before the first iteration and after the last. */
    @State(Scope.Benchmark)
    public static class Filled extends Workers.Filled {

        @Setup
        public void fill(ReadStore store) throws IOException, InterruptedException {
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
        public void begin(ReadStore store, ThreadParams threads) throws IOException {
            beginOn(store, threads);
        }

        @TearDown(Level.Iteration)
        public void end(ReadStore store, ThreadParams threads) throws IOException {
            endOn(store, threads);
        }
    }
}
