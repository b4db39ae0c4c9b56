// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.common.EventLoopExecutor;
import io.microbench.common.FastThreadLocalBenchmark;
import io.microbench.common.thread.RecyclerHandOverBenchmark.Entry;
import io.microbench.common.thread.RecyclerHandOverBenchmark.Exchange;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.infra.Control;

/** Tests that objects are exchanged between threads, and on which threads the thread-local benchmarks run. */
@Timeout(300)
class ThreadMethodsTest {

    private static final int TURNS = 1000;

    private final EventLoopExecutor producer = new EventLoopExecutor(1, "producer");
    private final EventLoopExecutor consumer = new EventLoopExecutor(1, "consumer");
    private final RecyclerHandOverBenchmark benchmark = new RecyclerHandOverBenchmark();

    @AfterEach
    void stop() {
        producer.shutdown();
        consumer.shutdown();
    }

    @Test
    void reusesObjectsReturnedByOtherThread() throws Exception {
        assertThat(differentObjects(benchmark::guardedGet)).isLessThan(TURNS / 5);
        assertThat(differentObjects(benchmark::unguardedGet)).isLessThan(TURNS / 5);
        assertThat(differentObjects(benchmark::noneMake)).isEqualTo(TURNS);
    }

    /** Alternates, so that each object is returned before the next is taken. */
    private int differentObjects(BiConsumer<Exchange, Control> get) throws Exception {
        Exchange exchange = new Exchange();
        Control control = new Control();
        Set<Entry> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int turn = 0; turn < TURNS; turn++) {
            producer.submit(() -> get.accept(exchange, control)).get();
            assertThat(exchange.queue).hasSize(1);
            seen.add(exchange.queue.peek());
            assertThat(consumer.submit(() -> benchmark.guardedRecycle(exchange, control))
                            .get())
                    .isTrue();
        }
        return seen.size();
    }

    @Test
    void endsDespiteFullOrEmptyQueue() {
        Exchange exchange = new Exchange();
        Control control = new Control();
        control.stopMeasurement = true;

        assertThat(benchmark.noneDrop(exchange, control)).isFalse();
        for (int turn = 0; turn < 3 * TURNS; turn++) {
            benchmark.noneMake(exchange, control);
        }
        assertThat(exchange.queue).hasSize(1024);
        assertThat(benchmark.noneDrop(exchange, control)).isTrue();
    }

    @Test
    void usesNoEventLoopThreads() {
        assertThat(new PlainThreadLocalBenchmark().onEventLoop()).isFalse();
        assertThat(new VirtualThreadLocalBenchmark().onEventLoop()).isFalse();
        assertThat(new VirtualThreadLocalBenchmark().forkJvmArgs()).contains("-Djmh.executor=VIRTUAL");
    }

    @Test
    void setsVariablesOfNewThread() throws InterruptedException {
        VirtualThreadLocalBenchmark locals = new VirtualThreadLocalBenchmark();
        FastThreadLocalBenchmark.Variables variables = new FastThreadLocalBenchmark.Variables();
        variables.create();
        locals.setAll(variables);
        Object[] found = new Object[2];
        Thread other = new Thread(() -> {
            locals.setAllOfThisThread(variables);
            found[0] = locals.fastThreadLocalGet(variables);
            found[1] = locals.threadLocalGet(variables);
        });
        other.start();
        other.join();

        assertThat(found).doesNotContainNull();
    }
}
