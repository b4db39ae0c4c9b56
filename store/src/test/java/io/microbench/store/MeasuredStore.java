// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A store of any kind, defined by the parameters of a benchmark. */
@State(Scope.Benchmark)
public abstract class MeasuredStore {

    private static final long DEFAULT_SEED = 42;

    /** Set by each benchmark class to its durability. */
    @Param("safe")
    public String durability = "safe";

    @Param("10000")
    public int keys = 10_000;

    @Param("100")
    public int valueSize = 100;

    @Param("uniform")
    public String distribution = "uniform";

    private Trial trial;

    @SuppressWarnings("NullAway.Init") // The trial: JMH calls the set-up method first.
    MeasuredStore() {}

    static long seed() {
        return Long.getLong("microbench.seed", DEFAULT_SEED);
    }

    /** Checks the parameters and creates the contents. */
    final Contents contents() {
        if (keys < 1 || valueSize < 0) {
            throw new IllegalArgumentException("keys = " + keys + ", valueSize = " + valueSize
                    + ": expected 1 key or more, and values of 0 bytes or more");
        }
        KeyDraw.of(distribution);
        return new Contents(valueSize, seed());
    }

    final void use(Trial opened) throws IOException {
        trial = opened;
        System.out.println(trial.describe());
    }

    final Trial trial() {
        return trial;
    }

    /** Checks and closes the store. */
    @TearDown
    public void close() throws IOException, InterruptedException {
        trial.close();
    }
}
