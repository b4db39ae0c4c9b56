// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.run.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

    private final TestClock clock = new TestClock();
    private final Pace pace = new Pace(clock);

    /** After a stall of 100 ms, overdue units begin immediately, with their original due times. */
    @Test
    void keepsDueTimeOfOverdueUnit() {
        pace.set(100);
        long start = clock.getAsLong();
        assertThat(pace.await()).isEqualTo(start);
        clock.pass(Duration.ofMillis(105));
        List<Long> late = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            late.add(clock.getAsLong() - pace.await());
        }

        assertThat(late).startsWith(95_000_000L, 85_000_000L).endsWith(5_000_000L);
    }

    @Test
    void waitsUntilUnitIsDue() throws Exception {
        Pace real = new Pace(System::nanoTime);
        real.set(200);
        List<Long> early = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long due = real.await();
            early.add(due - System.nanoTime());
        }

        assertThat(early).allSatisfy(nanos -> assertThat(nanos).isLessThanOrEqualTo(0));
    }

    @Test
    void restartsWithEachIteration() {
        pace.set(1);
        pace.await();
        clock.pass(Duration.ofMillis(3));
        pace.restart();

        assertThat(pace.await()).isEqualTo(clock.getAsLong());
    }

    @Test
    void stopsWaitingWhenInterrupted() {
        pace.set(0.001);
        pace.await();
        Thread.currentThread().interrupt();

        assertThatThrownBy(pace::await)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, 1e10, Double.POSITIVE_INFINITY})
    void rejectsInvalidRates(double rate) {
        assertThatThrownBy(() -> pace.set(rate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rate(" + rate + ")")
                .hasMessageContaining("above 0");
    }
}
