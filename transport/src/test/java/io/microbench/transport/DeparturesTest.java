// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.AbstractRelay.Departures;
import io.microbench.transport.AbstractRelay.Onset;
import io.microbench.transport.Relay.Link;
import io.microbench.transport.Relay.RelayCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DeparturesTest {

    private static final Duration DELAY = Duration.ofMillis(10);
    private static final long TIMEOUT = Duration.ofMillis(220).toNanos();

    private final RelayCounters counters = new RelayCounters();
    private final Onset onset = new Onset();

    private Departures departures(Duration jitter, double loss) {
        return new Departures(new Link(DELAY, jitter, loss, 1), 0, counters, onset);
    }

    @Test
    void delaysEquallyWithoutJitter() {
        Departures departures = departures(Duration.ZERO, 0);
        for (long now : new long[] {0, 5, 5, Long.MAX_VALUE - 3, Long.MIN_VALUE + 3}) {
            assertThat(departures.ofSegments(now, 100)).isEqualTo(now + DELAY.toNanos());
            assertThat(departures.ofDatagram(now)).hasValue(now + DELAY.toNanos());
        }
        assertThat(counters.losses()).isZero();
    }

    @Test
    void jitterIsSymmetricAndReordersDatagrams() {
        Departures departures = departures(Duration.ofMillis(2), 0);
        List<Long> delays = new ArrayList<>();
        for (int now = 0; now < 1000; now++) {
            delays.add(departures.ofDatagram(now).orElseThrow() - now);
        }
        assertThat(delays).allMatch(delay -> delay >= 8_000_000 && delay <= 12_000_000);
        assertThat(delays).anyMatch(delay -> delay < 8_200_000).anyMatch(delay -> delay > 11_800_000);
        assertThat(delays.stream().mapToLong(delay -> delay).average().orElseThrow())
                .isBetween(9_800_000.0, 10_200_000.0);
    }

    @Test
    void keepsTheOrderOfAStream() {
        Departures departures = departures(Duration.ofMillis(2), 0.1);
        long last = Long.MIN_VALUE;
        for (int now = 0; now < 1000; now++) {
            long due = departures.ofSegments(now * 1000L, 5000);
            assertThat(due).isGreaterThanOrEqualTo(last);
            last = due;
        }
        assertThat(departures.ofEnd(1_000_000)).isEqualTo(last);
    }

    @Test
    void delaysALostSegmentByATimeout() {
        Departures departures = departures(Duration.ZERO, 1);

        assertThat(departures.ofSegments(7, 1)).isEqualTo(7 + DELAY.toNanos() + TIMEOUT);
        assertThat(departures.ofSegments(1_000_000_000, 2 * Departures.SEGMENT + 1))
                .isEqualTo(1_000_000_000 + DELAY.toNanos() + 3 * TIMEOUT);
        assertThat(counters.all()).isEqualTo(4);
        assertThat(counters.losses()).isEqualTo(4);
    }

    @Test
    void delaysSegmentsAfterALostOne() {
        Departures departures = departures(Duration.ZERO, 0.2);
        long previous = departures.ofSegments(0, 1);
        int held = 0;
        for (int i = 1; i < 100; i++) {
            long lostBefore = counters.losses();
            long due = departures.ofSegments(i, 1);
            if (counters.losses() == lostBefore && due > i + DELAY.toNanos()) {
                assertThat(due).isEqualTo(previous);
                held++;
            }
            previous = due;
        }
        assertThat(held).isPositive();
    }

    @Test
    void losesTheRequestedShareBySeed() {
        List<Boolean> lost = new ArrayList<>();
        List<Boolean> again = new ArrayList<>();
        Departures first = departures(Duration.ZERO, 0.01);
        Departures second = departures(Duration.ZERO, 0.01);
        for (int i = 0; i < 100_000; i++) {
            lost.add(first.ofDatagram(i).isEmpty());
            again.add(second.ofDatagram(i).isEmpty());
        }
        assertThat(again).isEqualTo(lost);
        assertThat(lost.stream().filter(one -> one).count()).isBetween(900L, 1100L);
        assertThat(counters.losses())
                .isEqualTo(2 * lost.stream().filter(one -> one).count());
        assertThat(departures(Duration.ZERO, 1).ofDatagram(0)).isEqualTo(OptionalLong.empty());
    }

    @Test
    void passesAllImmediatelyBeforeTheOnset() {
        onset.set(Long.MIN_VALUE + 100);
        Departures departures = departures(Duration.ZERO, 1);
        for (long now : new long[] {Long.MAX_VALUE - 3, Long.MIN_VALUE + 99}) {
            assertThat(departures.ofSegments(now, 100)).isEqualTo(now);
            assertThat(departures.ofDatagram(now)).hasValue(now);
        }
        assertThat(counters.all()).isZero();

        long now = Long.MIN_VALUE + 100;
        assertThat(departures.ofSegments(now, 100)).isEqualTo(now + DELAY.toNanos() + TIMEOUT);
        assertThat(departures.ofDatagram(now)).isEmpty();
        assertThat(counters.losses()).isEqualTo(2);
    }

    @Test
    void rejectsInvalidLinks() {
        assertThatThrownBy(() -> new Link(DELAY, DELAY.plusNanos(1), 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Link(DELAY, DELAY, 1.1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Link(DELAY, DELAY, Double.NaN, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
