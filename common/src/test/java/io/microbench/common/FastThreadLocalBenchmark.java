// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many reads or writes of a thread-local variable an event loop thread does per microsecond, with Netty's
 * variables and with those of the JDK, visiting 64 of them in shuffled order.
 *
 * <p>Answers: Which is faster on an event loop, {@code FastThreadLocal} or {@code ThreadLocal}?
 *
 * <p>Does not measure: first access, removal, and threads that are not Netty's, on which a {@link FastThreadLocal} is
 * stored in a variable of the JDK and is the slower of the two.
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link FastThreadLocal}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=FastThreadLocalBenchmark test}
 */
// An operation takes a few nanoseconds and allocates nothing, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FastThreadLocalBenchmark extends NettyMicrobenchmark {

    private static final int VARIABLES = 64;

    private VisitOrder order;
    private Object value;
    private int turn;

    /** The variable objects, which all threads share, as usual. */
    @State(Scope.Benchmark)
    public static class Variables {

        @SuppressWarnings({"rawtypes", "unchecked"}) // a generic array
        final FastThreadLocal<Object>[] fast = new FastThreadLocal[VARIABLES];

        @SuppressWarnings({"rawtypes", "unchecked"})
        final ThreadLocal<Object>[] jdk = new ThreadLocal[VARIABLES];

        @Setup
        public void create() {
            for (int i = 0; i < VARIABLES; i++) {
                fast[i] = new FastThreadLocal<>();
                jdk[i] = new ThreadLocal<>();
            }
        }
    }

    @Setup
    public void setAll(Variables variables) {
        order = VisitOrder.shuffled(VARIABLES, seed());
        value = new Object();
        for (int i = 0; i < VARIABLES; i++) {
            variables.fast[i].set(new Object());
            variables.jdk[i].set(new Object());
        }
    }

    @Benchmark
    public Object fastThreadLocalGet(Variables variables) {
        return variables.fast[order.at(turn++)].get();
    }

    @Benchmark
    public Object threadLocalGet(Variables variables) {
        return variables.jdk[order.at(turn++)].get();
    }

    @Benchmark
    public void fastThreadLocalSet(Variables variables) {
        variables.fast[order.at(turn++)].set(value);
    }

    @Benchmark
    public void threadLocalSet(Variables variables) {
        variables.jdk[order.at(turn++)].set(value);
    }
}
