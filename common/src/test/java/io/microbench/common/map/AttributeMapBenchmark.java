// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.map;

import io.microbench.Concurrency;
import io.microbench.common.NettyMicrobenchmark;
import io.microbench.common.VisitOrder;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.netty.util.DefaultAttributeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how many attributes per microsecond several threads together find in one map, or find and set, among eight
 * existing ones, in shuffled order, as for a channel whose attributes are read by its handlers and from outside.
 *
 * <p>Answers: What does it cost when threads share attributes?
 *
 * <p>Does not measure: attributes that come and go, maps with more of them, a map that only one event loop uses while
 * others use theirs.
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link DefaultAttributeMap}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=AttributeMapBenchmark test}
 */
// An operation takes tens of nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Concurrency({1, 4})
public class AttributeMapBenchmark extends NettyMicrobenchmark {

    static final int ATTRIBUTES = 8;

    private VisitOrder order;
    private Object value;
    private int turn;

    /** The map, which all threads share. */
    @State(Scope.Benchmark)
    public static class Shared {

        final DefaultAttributeMap map = new DefaultAttributeMap();

        @SuppressWarnings({"rawtypes", "unchecked"}) // a generic array
        final AttributeKey<Object>[] keys = new AttributeKey[ATTRIBUTES];

        @Setup
        public void fill() {
            for (int i = 0; i < ATTRIBUTES; i++) {
                keys[i] = AttributeKey.newInstance("AttributeMapBenchmark-" + System.identityHashCode(this) + "-" + i);
                map.attr(keys[i]).set(new Object());
            }
        }
    }

    @Setup
    public void shuffle(ThreadParams thread) {
        order = VisitOrder.shuffled(ATTRIBUTES, seed() + thread.getThreadIndex());
        value = new Object();
    }

    @Benchmark
    public Object get(Shared shared) {
        return shared.map.attr(shared.keys[order.at(turn++)]).get();
    }

    @Benchmark
    public Object getAndSet(Shared shared) {
        Attribute<Object> attribute = shared.map.attr(shared.keys[order.at(turn++)]);
        return attribute.getAndSet(value);
    }

    /** Returns the value that this thread sets. */
    Object value() {
        return value;
    }
}
