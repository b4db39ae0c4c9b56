// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MonitorHistoryTest {

    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final MonitorHistory history = new MonitorHistory();

    private static Instant at(long second) {
        return START.plusSeconds(second);
    }

    private void add(long second) {
        history.add(sample(second));
    }

    private static MonitorHistory.Sample sample(long second) {
        return new MonitorHistory.Sample(
                at(second), Optional.empty(), "a", Duration.ZERO, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, second);
    }

    private static List<Double> rates(List<MonitorHistory.Sample> samples) {
        return samples.stream().map(MonitorHistory.Sample::rate).toList();
    }

    @Test
    void includesBothEnds() {
        for (int second = 1; second <= 5; second++) {
            add(second);
        }

        assertThat(rates(history.get(at(2), at(4)))).containsExactly(2.0, 3.0, 4.0);
        assertThat(rates(history.get(at(4)))).containsExactly(4.0, 5.0);
        assertThat(history.get(at(6))).isEmpty();
        assertThat(history.get(at(4), at(2))).isEmpty();
    }

    @Test
    void dropsSamplesOlderThanTwoMinutes() {
        add(0);
        add(1);
        add(120);
        assertThat(rates(history.get(START))).containsExactly(0.0, 1.0, 120.0);

        add(121);
        assertThat(rates(history.get(START))).containsExactly(1.0, 120.0, 121.0);
    }

    @Test
    void clearsSamplesOnPause() {
        add(0);
        add(1000);

        assertThat(rates(history.get(START))).containsExactly(1000.0);
    }

    @Test
    void passesRepeatedSampleToListenerButStoresItOnce() {
        add(1);
        List<MonitorHistory.Sample> heard = new ArrayList<>();
        history.listen(heard::add);

        add(2);
        MonitorHistory.Sample again = sample(2).with(at(6), Optional.empty(), Duration.ofSeconds(4), false);
        history.repeat(again);

        assertThat(heard).containsExactly(sample(2), again);
        assertThat(rates(history.get(START))).containsExactly(1.0, 2.0);
    }
}
