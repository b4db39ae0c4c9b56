// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.process.ChildProcess.StartDeadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartDeadlineTest {

    private final AtomicLong clock = new AtomicLong(42);
    private final AtomicLong cpu = new AtomicLong();

    /** Returns the seconds until the deadline expires, for a process with this processor load. */
    private long over(int limitSeconds, double share) {
        StartDeadline deadline =
                new StartDeadline(Duration.ofSeconds(limitSeconds), clock::get, () -> Duration.ofNanos(cpu.get()));
        for (long second = 0; ; second++) {
            if (deadline.isOver()) {
                return second;
            }
            clock.addAndGet(1_000_000_000);
            cpu.addAndGet((long) (1e9 * share));
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 0, 60", "60, 0.007, 60", "60, 0.03, 600", "60, 1, 600", "1, 0, 1", "1, 1, 10"})
    void waitsLongerForProcessThatUsesProcessorTime(int limit, double share, long over) {
        assertThat(over(limit, share)).isEqualTo(over);
    }

    @Test
    void givesUpSoonOnIdleProcess() {
        StartDeadline deadline =
                new StartDeadline(Duration.ofSeconds(60), clock::get, () -> Duration.ofNanos(cpu.get()));
        for (int second = 0; second < 100; second++) {
            clock.addAndGet(1_000_000_000);
            cpu.addAndGet(500_000_000);
            assertThat(deadline.isOver()).isFalse();
        }
        clock.addAndGet(10_000_000_000L);
        assertThat(deadline.isOver()).isTrue();
    }

    @Test
    void readsProcessorTimeUsed() {
        assertThat(StartDeadline.of(Duration.ofHours(1), ProcessHandle.current())
                        .isOver())
                .isFalse();
    }
}
