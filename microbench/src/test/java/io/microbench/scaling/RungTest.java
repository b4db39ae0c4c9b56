// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.Interval;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RungTest {

    private static Rung rung(double rate, double low, double high) {
        return new Rung(2, rate, Optional.of(new Interval(low, high, 0.95)), new TreeMap<>(Map.of(50.0, 12.0)));
    }

    @Test
    void judgesFewerThanThreeForksByMargin() {
        Rung wide = rung(130, 80, 200);
        Rung other = rung(100, 70, 150);

        assertThat(wide.from(3)).isEqualTo(wide);
        assertThat(wide.from(3).isWithinNoiseOf(other.from(3))).isTrue();
        assertThat(wide.from(2).isWithinNoiseOf(other.from(2))).isFalse();
        assertThat(wide.from(2).latency()).isEqualTo(wide.latency());
    }

    @Test
    void treatsRatesWithinFivePercentAsNoiseWithoutIntervals() {
        assertThat(Rungs.of(1, 100).isWithinNoiseOf(Rungs.of(2, 104))).isTrue();
        assertThat(Rungs.of(1, 100).isWithinNoiseOf(Rungs.of(2, 106))).isFalse();
    }

    @Test
    void dividesRateByWorkers() {
        assertThat(Rungs.of(4, 100).ratePerWorker()).isEqualTo(25);
    }

    @Test
    void rejectsInvalidValues() {
        assertThatThrownBy(() -> Rungs.of(0, 100)).hasMessage("workers = 0: expected at least 1");
        assertThatThrownBy(() -> Rungs.of(1, Double.NaN)).hasMessageContaining("rate = NaN with 1 workers");
        assertThatThrownBy(() -> Rungs.of(1, -1)).hasMessageContaining("expected 0 or more");
    }
}
