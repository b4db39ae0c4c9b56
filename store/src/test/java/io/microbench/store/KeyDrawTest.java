// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyDrawTest {

    private static final int KEYS = 100;
    private static final int COUNT = 200_000;

    /** Returns how often keys are drawn, the most frequent first. */
    private static List<Long> counts(KeyDraw draw) {
        Map<Integer, Long> counts = Arrays.stream(draw.draws(KEYS, COUNT, 7))
                .boxed()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(counts.keySet()).allMatch(key -> key >= 0 && key < KEYS).hasSize(KEYS);
        return counts.values().stream().sorted(Comparator.reverseOrder()).toList();
    }

    @Test
    void drawsUniformKeysEquallyOften() {
        List<Long> counts = counts(KeyDraw.UNIFORM);

        assertThat(counts.get(0)).isLessThan(2 * counts.get(KEYS - 1));
    }

    /** The shares of the first two ranks, 1 and 2^-0.99 of the sum. */
    @Test
    void drawsZipfKeysByRank() {
        List<Long> counts = counts(KeyDraw.ZIPF);
        double sum = 0;
        for (int rank = 1; rank <= KEYS; rank++) {
            sum += Math.pow(rank, -0.99);
        }

        assertThat(counts.get(0) / (double) COUNT).isBetween(0.97 / sum, 1.03 / sum);
        assertThat(counts.get(1) / (double) COUNT)
                .isBetween(0.97 * Math.pow(2, -0.99) / sum, 1.03 * Math.pow(2, -0.99) / sum);
    }

    @ParameterizedTest
    @EnumSource
    void drawsDependOnlyOnTheSeed(KeyDraw draw) {
        int[] first = draw.draws(KEYS, KEYS, 1);

        assertThat(draw.draws(KEYS, KEYS, 1)).isEqualTo(first);
        assertThat(draw.draws(KEYS, KEYS, 2)).isNotEqualTo(first);
        assertThat(draw.draws(1, 3, 1)).containsExactly(0, 0, 0);
    }

    @Test
    void rejectsOtherNames() {
        assertThatThrownBy(() -> KeyDraw.of("normal"))
                .hasMessage("distribution = \"normal\": expected one of uniform, zipf");
    }
}
