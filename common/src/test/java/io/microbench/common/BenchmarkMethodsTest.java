// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.common.HashedWheelTimerBenchmark.Scheduler;
import io.microbench.common.HashedWheelTimerBenchmark.Wheel;
import io.microbench.common.IntObjectHashMapBenchmark.Keys;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests the benchmark methods without JMH, because a benchmark that does nothing has excellent scores. */
@Timeout(300)
class BenchmarkMethodsTest {

    private static final int TURNS = 10_000;

    private final EventLoopExecutor eventLoop = new EventLoopExecutor(1, "test");

    @AfterEach
    void stop() {
        eventLoop.shutdown();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void comparesBothKindsOfStringAlike(int length) {
        AsciiStringBenchmark ascii = strings(length);
        AsciiStringBenchmark jdk = strings(length);
        int equal = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            boolean outcome = ascii.asciiStringEquals();
            assertThat(jdk.stringEquals()).isEqualTo(outcome);
            equal += outcome ? 1 : 0;
        }
        // 1,024 draws with p = 1/2: the standard deviation is 16, 3 % of the mean. The bounds are five standard
        // deviations away.
        assertThat(equal).isBetween(TURNS * 42 / 100, TURNS * 58 / 100);
        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(ascii.asciiStringEqualsIgnoreCase()).isEqualTo(jdk.stringEqualsIgnoreCase());
        }
    }

    @Test
    void hashesDifferentStrings() {
        AsciiStringBenchmark strings = strings(8);

        assertThat(Collections.nCopies(TURNS, 0).stream()
                        .map(i -> strings.stringCreateAndHash())
                        .distinct())
                .hasSizeGreaterThan(1000);
        assertThat(Collections.nCopies(TURNS, 0).stream()
                        .map(i -> strings.asciiStringCreateAndHash())
                        .distinct())
                .hasSizeGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource
    void findsEveryKeyAndKeepsSizeOfMap(Keys keys) {
        IntObjectHashMapBenchmark maps = new IntObjectHashMapBenchmark();
        maps.keys = keys;
        maps.size = 64;
        maps.fill();

        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(maps.intObjectHashMapGet()).isNotNull();
            assertThat(maps.hashMapGet()).isNotNull();
            assertThat(maps.intObjectHashMapRemoveAndPut())
                    .as("what was there after removal")
                    .isNull();
            assertThat(maps.hashMapRemoveAndPut()).isNull();
        }
    }

    @Test
    void reusesObjectsOnlyWithRecycler() throws Exception {
        RecyclerBenchmark recyclers = new RecyclerBenchmark();
        recyclers.fill();
        RecyclerBenchmark.Guarded guarded = new RecyclerBenchmark.Guarded();
        RecyclerBenchmark.Unguarded unguarded = new RecyclerBenchmark.Unguarded();

        assertThat(differentObjects(() -> recyclers.guarded(guarded))).isLessThan(TURNS / 5);
        assertThat(differentObjects(() -> recyclers.unguarded(unguarded))).isLessThan(TURNS / 5);
        assertThat(differentObjects(recyclers::none)).isEqualTo(TURNS);
    }

    /** Counts on an event loop thread: on others the recycler does not recycle. */
    private int differentObjects(Supplier<Object> operation) throws Exception {
        return eventLoop
                .submit(() -> {
                    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
                    for (int turn = 0; turn < TURNS; turn++) {
                        seen.add(operation.get());
                    }
                    return seen.size();
                })
                .get();
    }

    @Test
    void replacesCancelledTimeouts() {
        HashedWheelTimerBenchmark timers = new HashedWheelTimerBenchmark();
        timers.pending = 16;
        Wheel wheel = new Wheel();
        Scheduler scheduler = new Scheduler();
        wheel.start();
        scheduler.start();
        timers.fill(wheel, scheduler, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        try {
            for (int turn = 0; turn < TURNS; turn++) {
                assertThat(timers.hashedWheelTimerCancelAndSchedule(wheel)).isTrue();
                assertThat(timers.scheduledExecutorCancelAndSchedule(scheduler)).isTrue();
                assertThat(scheduler.executor.getQueue()).hasSize(16);
            }
        } finally {
            scheduler.stop();
            assertThat(wheel.timer.stop()).as("pending timeouts").hasSize(16);
        }
    }

    @Test
    void returnsValuesOfThreadLocals() throws Exception {
        FastThreadLocalBenchmark locals = new FastThreadLocalBenchmark();
        FastThreadLocalBenchmark.Variables variables = new FastThreadLocalBenchmark.Variables();
        variables.create();
        eventLoop
                .submit(() -> {
                    locals.setAll(variables);
                    assertThat(locals.fastThreadLocalGet(variables)).isNotNull();
                    assertThat(locals.threadLocalGet(variables)).isNotNull();
                    for (int turn = 0; turn < TURNS; turn++) {
                        locals.fastThreadLocalSet(variables);
                        locals.threadLocalSet(variables);
                    }
                    assertThat(locals.fastThreadLocalGet(variables)).isSameAs(locals.threadLocalGet(variables));
                })
                .get();
    }

    private static AsciiStringBenchmark strings(int length) {
        AsciiStringBenchmark strings = new AsciiStringBenchmark();
        strings.length = length;
        strings.create();
        return strings;
    }
}
