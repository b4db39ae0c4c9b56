// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests what the benchmark methods find in their maps. */
class MapMethodsTest {

    private static final int TURNS = 10_000;

    @ParameterizedTest
    @EnumSource
    void findsOnlyPresentKeys(IntMapKind map) {
        for (IntMapBenchmark.Keys keys : IntMapBenchmark.Keys.values()) {
            IntMapBenchmark benchmark = new IntMapBenchmark();
            benchmark.map = map;
            benchmark.keys = keys;
            benchmark.fill();
            assertThat(benchmark.drawn).hasSize(2 * IntMapBenchmark.SIZE).doesNotHaveDuplicates();
            for (int turn = 0; turn < TURNS; turn++) {
                assertThat(benchmark.getPresent()).isNotNull();
                assertThat(benchmark.getAbsent()).isNull();
            }

            IntMap grown = benchmark.grown();
            assertThat(grown.size()).isEqualTo(IntMapBenchmark.SIZE);
            assertThat(benchmark.grow()).isNotSameAs(benchmark.grow());
            assertThat(grown.get(benchmark.drawn[0])).isNull();
            assertThat(grown.get(benchmark.drawn[IntMapBenchmark.SIZE])).isNotNull();
        }
    }

    @Test
    void findsAndSetsAttributesInAllThreads() throws InterruptedException {
        AttributeMapBenchmark.Shared shared = new AttributeMapBenchmark.Shared();
        shared.fill();
        Set<Object> values = new HashSet<>();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            AttributeMapBenchmark benchmark = new AttributeMapBenchmark();
            benchmark.shuffle(new ThreadParams(index, 4, 0, 1, 0, 1, 0, 1, 0, 1));
            values.add(benchmark.value());
            threads.add(new Thread(() -> {
                for (int turn = 0; turn < TURNS; turn++) {
                    benchmark.get(shared);
                    benchmark.getAndSet(shared);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(shared.keys).hasSize(AttributeMapBenchmark.ATTRIBUTES).allSatisfy(key -> assertThat(values)
                .contains(shared.map.attr(key).get()));
    }
}
