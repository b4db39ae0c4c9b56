// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.stats.PermutationTest.RelabelledForks;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RelabelledForksTest {

    @Test
    void drawsSameIndexesOnEveryJdk() {
        // SplitMix64 from 42, the upper 32 bits times 10, the upper 32 bits of that (computed in Python)
        SplittableRandom random = new SplittableRandom(42);
        int[] drawn = new int[12];
        Arrays.setAll(drawn, i -> RelabelledForks.below(10, random));

        assertThat(drawn).containsExactly(7, 1, 2, 3, 0, 8, 2, 8, 3, 6, 2, 4);
    }

    @Test
    void drawsEveryIndexEquallyOften() {
        SplittableRandom random = new SplittableRandom(1);
        int[] counts = new int[7];
        for (int i = 0; i < 70_000; i++) {
            counts[RelabelledForks.below(7, random)]++;
        }

        assertThat(counts).satisfies(all -> assertThat(Arrays.stream(all))
                .allSatisfy(count -> assertThat(count).isBetween(9_600, 10_400)));
    }
}
