// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.async.AsyncWork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Operations that begin at a fixed rate, whatever becomes of those before them. */
@State(Scope.Benchmark)
public class PacedOperations {

    /** Of all workers together. */
    @Param("1000")
    public double perSecond = 1000;

    /** For JMH. */
    public PacedOperations() {}

    /** Sets the rate. */
    @Setup
    public void pace(AsyncWork work) {
        work.rate(perSecond);
    }
}
