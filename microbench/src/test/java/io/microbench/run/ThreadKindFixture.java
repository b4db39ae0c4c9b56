// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Benchmarks that fail on threads of the other kind. */
@State(Scope.Benchmark)
public class ThreadKindFixture {

    @Benchmark
    public boolean onPlatformThreads() {
        return require(false);
    }

    @Benchmark
    public boolean onVirtualThreads() {
        return require(true);
    }

    private static boolean require(boolean virtual) {
        Thread thread = Thread.currentThread();
        boolean found;
        try {
            found = Boolean.TRUE.equals(Thread.class.getMethod("isVirtual").invoke(thread));
        } catch (ReflectiveOperationException e) {
            found = false;
        }
        if (found != virtual) {
            throw new IllegalStateException("virtual = " + found + " on " + thread);
        }
        return found;
    }
}
