// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.common.MapDeleteBenchmark.Worker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.results.Result;

@Timeout(60)
class MapDeleteBenchmarkTest {

    private static MapDeleteBenchmark benchmark(MapKind map, int workers) {
        MapDeleteBenchmark benchmark = new MapDeleteBenchmark();
        benchmark.map = map;
        benchmark.fill(workers);
        return benchmark;
    }

    private static Worker worker(MapDeleteBenchmark benchmark, int index, int count) {
        Worker worker = new Worker();
        worker.take(benchmark, index, count);
        return worker;
    }

    @ParameterizedTest
    @EnumSource
    void findsEveryKeyInEveryIteration(MapKind map) throws Exception {
        MapDeleteBenchmark benchmark = benchmark(map, 3);
        for (int iteration = 0; iteration < 5; iteration++) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Worker worker = worker(benchmark, i, 3);
                worker.putBack(benchmark);
                threads.add(new Thread(() -> {
                    try {
                        benchmark.delete(worker);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(benchmark.results())
                    .extracting(Result::getLabel, result -> result.getScore() > 0)
                    .containsExactly(tuple("deletes", true), tuple("hitRatio", true));
        }
    }

    /** Like the deletes of the original benchmark, whose keys were never put back. */
    @Test
    void failsForkIfDeletesFindNoKey() throws Exception {
        MapDeleteBenchmark benchmark = benchmark(MapKind.CONCURRENT, 1);
        Worker worker = worker(benchmark, 0, 1);
        benchmark.delete(worker);
        assertThat(benchmark.results()).hasSize(2);

        benchmark.delete(worker);

        assertThatThrownBy(benchmark::results)
                .hasMessage("of 10000 deletes 0 found their key, and CONCURRENT has 0 of 10000 keys left");
    }
}
