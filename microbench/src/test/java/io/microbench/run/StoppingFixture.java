// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Makes the JVM stop all its threads repeatedly. */
@State(Scope.Benchmark)
public class StoppingFixture {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** A thread dump stops all threads. */
    @Benchmark
    public int dump() {
        return threads.dumpAllThreads(false, false).length;
    }
}
