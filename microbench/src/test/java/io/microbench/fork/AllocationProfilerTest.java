// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;

class AllocationProfilerTest {

    private static final int OPERATIONS = 1000;
    private static final int BYTES = 100_000;

    @SuppressWarnings("UnusedVariable")
    private static volatile byte[] sink = {};

    /** JMH's own profiler measures the same work, so both must agree on names, units and values. */
    @Test
    @SuppressWarnings("NullAway") // Both use only the operations of the result.
    void reportsSameResultsAsProfilerOfJmh() throws Exception {
        GCProfiler jmh = new GCProfiler("");
        AllocationProfiler own = new AllocationProfiler();
        IterationResult iteration =
                new IterationResult(null, null, new IterationResultMetaData(OPERATIONS, OPERATIONS));

        own.beforeIteration(null, null);
        jmh.beforeIteration(null, null);
        CountDownLatch worked = new CountDownLatch(1);
        CountDownLatch reported = new CountDownLatch(1);
        Thread worker = new Thread(() -> work(worked, reported));
        worker.start();
        worked.await();
        Map<String, Result<?>> expected = byName(jmh.afterIteration(null, null, iteration));
        Map<String, Result<?>> actual = byName(own.afterIteration(null, null, iteration));
        reported.countDown();
        worker.join();

        assertThat(actual.keySet()).containsAll(expected.keySet());
        expected.forEach((name, result) -> {
            assertThat(of(actual, name).getScoreUnit()).isEqualTo(result.getScoreUnit());
        });
        assertThat(score(actual, "gc.alloc.rate.norm"))
                .isCloseTo(score(expected, "gc.alloc.rate.norm"), Percentage.withPercentage(5))
                .isCloseTo(BYTES, Percentage.withPercentage(5));
        // The iteration of our profiler encloses that of JMH's.
        assertThat(score(actual, "gc.count")).isGreaterThanOrEqualTo(score(expected, "gc.count"));
        assertThat(score(actual, "gc.alloc.rate")).isPositive();
    }

    /** Stays alive until both have reported: before JDK 21, the allocation of a thread that has ended is unknown. */
    private static void work(CountDownLatch worked, CountDownLatch reported) {
        for (int i = 0; i < OPERATIONS; i++) {
            sink = new byte[BYTES];
        }
        worked.countDown();
        try {
            reported.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double score(Map<String, Result<?>> results, String name) {
        return of(results, name).getScore();
    }

    private static Result<?> of(Map<String, Result<?>> results, String name) {
        return Optional.<Result<?>>ofNullable(results.get(name)).orElseThrow();
    }

    @SuppressWarnings("rawtypes")
    private static Map<String, Result<?>> byName(Collection<? extends Result> results) {
        Map<String, Result<?>> byName = new LinkedHashMap<>();
        for (Result<?> result : results) {
            byName.put(result.getLabel(), result);
        }
        return byName;
    }
}
