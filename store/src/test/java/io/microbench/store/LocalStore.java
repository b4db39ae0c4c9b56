// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A store in the JVM of the fork. */
@State(Scope.Benchmark)
public class LocalStore extends MeasuredStore {

    /** {@link LocalStoreMicrobenchmark} sets all backends with the durability; plain JMH needs a name. */
    @Param("log")
    public String backend = "log";

    /** Creates the state; called by JMH. */
    public LocalStore() {}

    /** Opens the store. */
    @Setup
    public void open() throws IOException {
        open(StoreMicrobenchmark.backends().named(LocalBackend.class, backend, Durability.of(durability)));
    }

    final void open(LocalBackend found) throws IOException {
        use(LocalTrial.open(found, Durability.of(durability), contents(), StoreFolder.create()));
    }
}
