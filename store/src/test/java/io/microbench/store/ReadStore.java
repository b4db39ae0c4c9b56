// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.store.ReplicatedBackend.Reads;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store on the nodes of the fixture, for benchmarks that look up keys. */
@State(Scope.Benchmark)
public class ReadStore extends ReplicatedStore {

    @Param({"local", "linearizable"})
    public String reads = "local";

    /** Creates the state; called by JMH. */
    public ReadStore() {}

    @Override
    Reads reads(ReplicatedBackend found) {
        Reads requested = Reads.of(reads);
        if (!found.reads().contains(requested)) {
            throw new IllegalArgumentException("reads = \"" + reads + "\": " + found.name()
                    + " does not support this kind of read; it supports" + " " + found.reads());
        }
        return requested;
    }
}
