// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.plan.ShardCut.LongestFirst;
import io.microbench.plan.ShardCut.UnitCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongestFirstTest {

    private static List<UnitCost> loads(long... weights) {
        return IntStream.range(0, weights.length)
                .mapToObj(i -> new UnitCost("u" + i, weights[i]))
                .toList();
    }

    private static long longest(List<UnitCost> loads, int count) {
        return Arrays.stream(Loads.sums(loads, LongestFirst.shards(loads, count), count))
                .max()
                .orElseThrow();
    }

    @Test
    void theLongestComesFirstAndTiesGoByNameToTheFirstShard() {
        assertThat(LongestFirst.shards(loads(2, 5, 2, 3), 2)).isEqualTo(Map.of("u1", 1, "u3", 2, "u0", 2, "u2", 1));
        assertThat(LongestFirst.shards(loads(1, 1, 1), 2)).isEqualTo(Map.of("u0", 1, "u1", 2, "u2", 1));
    }

    /** Graham's own example of the worst: 5, 5, 4, 4, 3, 3, 3 fit into three shards of 9. */
    @Test
    void theWorstCaseIsThatOfTheTheorem() {
        List<UnitCost> worst = loads(5, 5, 4, 4, 3, 3, 3);

        assertThat(optimum(worst, 3)).isEqualTo(9);
        assertThat(longest(worst, 3)).isEqualTo(11);
        assertThat(11.0 / 9).isCloseTo(graham(3), within(1e-12));
    }

    @Test
    void theLongestShardIsWithinGrahamsBoundOfTheBestOfAllWays() {
        RandomGenerator random = Loads.seeded(6);
        for (int trial = 0; trial < 300; trial++) {
            int count = random.nextInt(1, 5);
            List<UnitCost> loads =
                    loads(random.longs(random.nextInt(1, 10), 1, 100).toArray());

            assertThat((double) longest(loads, count))
                    .isLessThanOrEqualTo(graham(count) * optimum(loads, count) + 1e-9);
        }
    }

    /** Of many units the optimum is not known, but no shard can end before the mean does. */
    @Test
    void noShardIsLongerThanTheMeanAndOneUnit() {
        RandomGenerator random = Loads.seeded(7);
        for (int trial = 0; trial < 100; trial++) {
            int count = random.nextInt(1, 8);
            List<UnitCost> loads =
                    loads(random.longs(random.nextInt(1, 200), 0, 100_000).toArray());

            double mean = (double) Loads.all(loads) / count;
            assertThat((double) longest(loads, count))
                    .isLessThanOrEqualTo(mean + (1 - 1.0 / count) * Loads.heaviest(loads) + 1e-6);
        }
    }

    private static double graham(int count) {
        return 4.0 / 3 - 1.0 / (3 * count);
    }

    private static long optimum(List<UnitCost> loads, int count) {
        return optimum(new ArrayList<>(loads), new long[count], Loads.all(loads));
    }

    private static long optimum(List<UnitCost> left, long[] sums, long best) {
        if (left.isEmpty()) {
            return Math.min(best, Arrays.stream(sums).max().orElseThrow());
        }
        long found = best;
        UnitCost next = left.remove(left.size() - 1);
        for (int shard = 0; shard < sums.length; shard++) {
            sums[shard] += next.weight();
            if (sums[shard] < found) {
                found = optimum(left, sums, found);
            }
            sums[shard] -= next.weight();
            if (sums[shard] == 0) {
                // Empty shards are all the same.
                break;
            }
        }
        left.add(next);
        return found;
    }
}
