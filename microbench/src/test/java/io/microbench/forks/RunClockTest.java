// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.TestClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RunClockTest {

    /** A clock of the machine that somebody sets. */
    private static final class Wall extends Clock {

        private Instant now = Instant.parse("2026-11-01T01:30:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @Test
    void aClockSetBackwardsChangesNoDuration() {
        Wall wall = new Wall();
        TestClock nanos = new TestClock();
        RunClock clock = new RunClock(wall, nanos);
        Instant start = clock.instant();
        assertThat(start).isEqualTo(wall.now);

        wall.now = wall.now.minus(Duration.ofHours(1));
        nanos.pass(Duration.ofSeconds(90));

        assertThat(Duration.between(start, clock.instant())).isEqualTo(Duration.ofSeconds(90));
    }
}
