// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {

    private final Histogram histogram = new Histogram();

    private List<Double> all() {
        List<Double> all = new ArrayList<>();
        histogram.forEach((nanos, count) -> {
            for (long i = 0; i < count; i++) {
                all.add(nanos);
            }
        });
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 127, 128, 255})
    void keepsShortDurationsExactly(long nanos) {
        histogram.add(nanos, 1);

        assertThat(all()).containsExactly((double) nanos);
        assertThat(Histogram.middleOf(nanos)).isEqualTo(nanos);
    }

    @Test
    void keepsOtherDurationsWithinOnePercent() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long nanos = random.nextLong(1L << random.nextInt(1, 42));
            histogram.clear();
            histogram.add(nanos, 1);

            assertThat((double) Histogram.middleOf(nanos)).isBetween(nanos * 0.99, nanos * 1.01);
            assertThat(all()).containsExactly((double) nanos);
        }
    }

    /** A score that is compared must not jump from bucket to bucket. */
    @Test
    void sumsDurationsWithoutRounding() {
        histogram.add(1_000_001, 2);
        histogram.addSum(7, 3);
        histogram.addSum(-5, 1);
        Histogram other = new Histogram();
        other.addAll(histogram);
        histogram.clear();

        assertThat(other.nanos()).isEqualTo(2_000_009);
        assertThat(other.total()).isEqualTo(6);
        assertThat(histogram.nanos()).isZero();
    }

    @Test
    void countsAllDurations() {
        histogram.add(10, 3);
        histogram.add(5_000_000, 1_000_000_000_000L);
        Histogram other = new Histogram();
        other.add(10, 2);
        histogram.addAll(other);

        assertThat(histogram.total()).isEqualTo(1_000_000_000_005L);
        List<Long> counts = new ArrayList<>();
        histogram.forEach((nanos, count) -> counts.add(count));
        assertThat(counts).containsExactly(5L, 1_000_000_000_000L);
    }

    @Test
    void needsConstantMemory() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000_000; i++) {
            histogram.add(random.nextLong(1L << random.nextInt(1, 43)), 1000);
        }

        List<Double> buckets = new ArrayList<>();
        histogram.forEach((nanos, count) -> buckets.add(nanos));
        assertThat(histogram.total()).isEqualTo(1_000_000_000L);
        assertThat(buckets).hasSizeLessThan(10_000);
    }

    @Test
    void acceptsExtremeDurations() {
        histogram.add(-5, 1);
        histogram.add(Long.MAX_VALUE, 1);

        assertThat(all()).hasSize(2).startsWith(0.0);
        assertThat(all().get(1)).isGreaterThan(60.0 * 60 * 1e9);
    }
}
