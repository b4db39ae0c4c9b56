// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.thread;

import io.microbench.common.FastThreadLocalBenchmark;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Measures the same as {@link FastThreadLocalBenchmark} on threads that are not Netty's, where a
 * {@link FastThreadLocal} is found through a variable of the JDK.
 *
 * <p>Answers: Which is faster on a plain thread, {@code FastThreadLocal} or {@code ThreadLocal}?
 *
 * <p>Does not measure: first access, removal, virtual threads ({@link VirtualThreadLocalBenchmark}).
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link FastThreadLocal}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=PlainThreadLocalBenchmark test}
 */
public class PlainThreadLocalBenchmark extends FastThreadLocalBenchmark {

    @Override
    protected boolean onEventLoop() {
        return false;
    }
}
