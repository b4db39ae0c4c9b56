// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.async.AsyncWork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Operations that begin at a fixed rate, independent of the completion of earlier ones. */
@State(Scope.Benchmark)
public class PacedOperations {

    /** The rate of all workers together. */
    @Param("1000")
    public double perSecond = 1000;

    /** Creates the state; called by JMH. */
    public PacedOperations() {}

    /** Sets the rate. */
    @Setup
    public void pace(AsyncWork work) {
        work.rate(perSecond);
        work.keepScore();
    }
}
