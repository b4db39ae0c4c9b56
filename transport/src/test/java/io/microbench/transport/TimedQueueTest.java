// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.AbstractRelay.Onset;
import io.microbench.transport.AbstractRelay.TimedQueue;
import io.microbench.transport.Relay.RelayCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TimedQueueTest {

    /** Each reading of the clock takes a nanosecond. */
    private long now = Long.MAX_VALUE - 200;

    private final RelayCounters counters = new RelayCounters();

    private final Onset onset = new Onset();

    private final TimedQueue<String> line = new TimedQueue<>(this::look, counters, onset);

    /** The arrival of an item that is due thirty nanoseconds later. */
    private OptionalLong arrival = OptionalLong.empty();

    private long look() {
        if (arrival.equals(OptionalLong.of(now))) {
            assertThat(line.offer("just come", 1, now + 30)).isTrue();
        }
        return now++;
    }

    @Test
    void releasesItemsInOrderWhenDue() throws Exception {
        long start = now;
        line.add("late", 1, start + 400);
        line.add("early", 1, start + 100);
        line.add("middle", 1, start + 250);
        List<String> order = new ArrayList<>();
        for (long due : new long[] {start + 100, start + 250, start + 400}) {
            order.add(line.take());
            // The clock overflows in between.
            assertThat(now - due).isPositive();
        }
        assertThat(order).containsExactly("early", "middle", "late");
        assertThat(counters.late().getTotalCount()).isEqualTo(3);
        // A few clock readings later.
        assertThat(counters.late().getMaxValue()).isBetween(1L, 20L);
    }

    @Test
    void releasesEquallyDueItemsByArrival() throws Exception {
        for (int i = 0; i < 50; i++) {
            line.add("item " + i, 1, now);
        }
        long due = now;
        for (int i = 0; i < 50; i++) {
            line.add("at once " + i, 1, due);
        }
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            order.add(line.take());
        }
        assertThat(order.subList(50, 100)).containsExactlyElementsOf(expected());
    }

    @Test
    void releasesANewEarlierItemFirst() throws Exception {
        long start = now;
        line.add("first", 1, start + 100);
        line.add("second", 1, start + 110);
        arrival = OptionalLong.of(start + 50);

        assertThat(List.of(line.take(), line.take(), line.take())).containsExactly("just come", "first", "second");
        assertThat(line.size()).isZero();
    }

    @Test
    void countsLatenessFromTheOnset() throws Exception {
        onset.set(now + 100);
        line.add("warm-up", 1, now + 50);
        assertThat(line.take()).isEqualTo("warm-up");
        assertThat(counters.late().getTotalCount()).isZero();

        line.add("measured", 1, now + 100);
        assertThat(line.take()).isEqualTo("measured");
        assertThat(counters.late().getTotalCount()).isEqualTo(1);
    }

    private static List<String> expected() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            expected.add("at once " + i);
        }
        return expected;
    }

    @Test
    void rejectsItemsWhenFull() throws Exception {
        assertThat(line.offer("most", TimedQueue.MOST_BYTES, now)).isTrue();
        assertThat(line.offer("more", 1, now)).isFalse();
        assertThat(line.take()).isEqualTo("most");
        assertThat(line.offer("more", 1, now)).isTrue();
    }
}
