/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import java.io.IOException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A store in the JVM of the fork, as the parameters of the benchmark have it. */
@State(Scope.Benchmark)
public class LocalStore {

    private static final long DEFAULT_SEED = 42;

    /** {@link LocalStoreMicrobenchmark} names all that have the durability; plain JMH needs a name. */
    @Param("log")
    public String backend = "log";

    /** Each benchmark class has one, and says which. */
    @Param("safe")
    public String durability = "safe";

    @Param("10000")
    public int keys = 10_000;

    @Param("100")
    public int valueSize = 100;

    @Param("uniform")
    public String distribution = "uniform";

    private Trial trial;

    /** For JMH. */
    @SuppressWarnings("NullAway.Init") // The trial: JMH calls the set-up method first.
    public LocalStore() {}

    static long seed() {
        return Long.getLong("microbench.seed", DEFAULT_SEED);
    }

    /** Opens the store. */
    @Setup
    public void open() throws IOException {
        open(LocalStoreMicrobenchmark.backends().named(backend, Durability.of(durability)));
    }

    final void open(Backend found) throws IOException {
        if (keys < 1 || valueSize < 0) {
            throw new IllegalArgumentException("keys = " + keys + ", valueSize = " + valueSize
                    + ": accepted are 1 key or more, and values of 0 bytes or more");
        }
        KeyDraw.of(distribution);
        trial = new Trial(found, Durability.of(durability), new Contents(valueSize, seed()), StoreFolder.create());
        System.out.println(trial.describe());
    }

    final Trial trial() {
        return trial;
    }

    /** Closes the store and removes its folder. */
    @TearDown
    public void close() throws IOException {
        trial.close();
    }
}
