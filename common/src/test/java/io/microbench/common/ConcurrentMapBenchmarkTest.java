// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.common.ConcurrentMapBenchmark.Worker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests that deletes find their keys and inserts find none, unlike in the benchmark that this one is modelled on. */
class ConcurrentMapBenchmarkTest {

    /** Enough turns to use up all keys several times. */
    private static final int TURNS = 5 * ConcurrentMapBenchmark.KEYS;

    private static ConcurrentMapBenchmark benchmark(MapKind map) {
        ConcurrentMapBenchmark benchmark = new ConcurrentMapBenchmark();
        benchmark.map = map;
        benchmark.fill();
        return benchmark;
    }

    private static Worker worker(ConcurrentMapBenchmark benchmark, int index, int count) {
        Worker worker = new Worker();
        worker.takeKeys(benchmark, new ThreadParams(index, count, 0, 1, 0, 1, 0, 1, 0, 1));
        return worker;
    }

    @ParameterizedTest
    @EnumSource
    void deletesPresentAndInsertsAbsentKeys(MapKind map) {
        ConcurrentMapBenchmark benchmark = benchmark(map);
        Worker worker = worker(benchmark, 0, 1);
        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(benchmark.deleteAndInsert(worker)).isTrue();
        }

        assertThat(worker.hitRatio()).isEqualTo(1);
        benchmark.check();
    }

    @ParameterizedTest
    @EnumSource
    void findsQueriedKeys(MapKind map) {
        ConcurrentMapBenchmark benchmark = benchmark(map);
        Worker worker = worker(benchmark, 3, 4);
        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(benchmark.query(worker)).isTrue();
        }

        assertThat(worker.hitRatio()).isEqualTo(1);
    }

    /** Like the deletes of the original benchmark, whose keys were never put back. */
    @Test
    void failsForkIfDeletesFindNoKey() {
        ConcurrentMapBenchmark benchmark = benchmark(MapKind.CONCURRENT);
        Worker worker = worker(benchmark, 0, 1);
        for (int turn = 0; turn < TURNS; turn++) {
            worker.book(benchmark.delete(worker.next()));
        }

        assertThatThrownBy(worker::hitRatio)
                .hasMessageContaining("only 0.2 of")
                .hasMessageContaining("expected at least 0.99");
        assertThatThrownBy(benchmark::check).hasMessage("CONCURRENT has 0 keys instead of 10000");
    }

    @Test
    void assignsDistinctKeysToWorkers() {
        ConcurrentMapBenchmark benchmark = benchmark(MapKind.STRIPED);
        List<Integer> all = new ArrayList<>();
        int each = ConcurrentMapBenchmark.KEYS / 64;
        for (int i = 0; i < 64; i++) {
            Worker worker = worker(benchmark, i, 64);
            for (int n = 0; n < each; n++) {
                all.add(worker.next());
            }
        }

        assertThat(all).hasSize(64 * each).doesNotHaveDuplicates();
    }

    @Test
    void rejectsMoreWorkersThanKeys() {
        ConcurrentMapBenchmark benchmark = benchmark(MapKind.CONCURRENT);

        assertThatThrownBy(() -> worker(benchmark, 0, 20_000))
                .hasMessage("threads = 20000: expected at most 10000, one for each key");
    }
}
