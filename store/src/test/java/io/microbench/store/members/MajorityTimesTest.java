// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static io.microbench.store.members.Histories.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.members.FaultRun.MajorityTimes;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MajorityTimesTest {

    private final MajorityTimes majority = new MajorityTimes(3);

    private long longest(long... acknowledged) {
        List<Operation> history = LongStream.of(acknowledged)
                .mapToObj(time -> put(0, time, time - 1, time))
                .toList();
        return majority.longestWithout(history, 0, 100);
    }

    private void run(long now, int... members) {
        for (int member : members) {
            majority.runs(member, now);
        }
    }

    private void stop(long now, int... members) {
        for (int member : members) {
            majority.stops(member, now);
        }
    }

    @Test
    void returnsTheLongestTimeWithoutWrites() {
        run(0, 1, 2, 3);

        assertThat(longest(10, 20, 70, 90)).isEqualTo(50);
    }

    @Test
    void includesTimesBeforeTheFirstAndAfterTheLastWrite() {
        run(-50, 1, 2, 3);

        assertThat(longest(40, 60)).isEqualTo(40);
        assertThat(longest(10, 20)).isEqualTo(80);
        assertThat(longest()).isEqualTo(100);
    }

    @Test
    void countsTimesWithTwoOfThreeMembers() {
        run(0, 1, 2, 3);
        stop(20, 1);
        run(60, 1);

        assertThat(longest(19, 55, 70, 90)).isEqualTo(36);
    }

    @Test
    void ignoresTimesWithoutAMajority() {
        run(0, 1, 2, 3);
        stop(20, 1, 2, 3);
        run(70, 1, 2, 3);

        assertThat(longest(15, 85, 95)).isEqualTo(15);
        assertThat(longest(15, 99)).isEqualTo(29);
    }

    @Test
    void ignoresReads() {
        run(0, 1, 2, 3);
        List<Operation> history = List.of(Histories.getNothing(0, 49, 50));

        assertThat(majority.longestWithout(history, 0, 100)).isEqualTo(100);
    }
}
