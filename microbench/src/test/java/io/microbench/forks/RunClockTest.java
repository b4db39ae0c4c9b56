// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.TestClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunClockTest {

    @Test
    void advancesOnlyWithElapsedTime() {
        Instant wall = Instant.parse("2026-11-01T01:30:00Z");
        TestClock nanos = new TestClock();
        Clock clock = RunClock.start(wall, nanos);
        assertThat(clock.instant()).isEqualTo(wall);

        nanos.pass(Duration.ofSeconds(90));

        assertThat(clock.instant()).isEqualTo(wall.plusSeconds(90));
    }
}
