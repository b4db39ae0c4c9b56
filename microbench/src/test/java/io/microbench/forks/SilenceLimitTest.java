// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SilenceLimitTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final TestClock clock = new TestClock();

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void allowsTimeoutAndGraceForStart() {
        SilenceLimit silence = new SilenceLimit(clock, MINUTE);

        assertThat(silence.allowed()).isEqualTo(MINUTE);
        assertThat(silence.left()).isEqualTo(seconds(65));
        clock.pass(seconds(66));
        assertThat(silence.left()).isEqualTo(seconds(-1));
    }

    @Test
    void addsTimeOfIteration() {
        SilenceLimit silence = new SilenceLimit(clock, MINUTE);
        clock.pass(seconds(50));
        silence.busyFor(seconds(10));

        assertThat(silence.allowed()).isEqualTo(seconds(70));
        assertThat(silence.left()).isEqualTo(seconds(75));
    }

    @Test
    void restartsWithEachSignOfLife() {
        SilenceLimit silence = new SilenceLimit(clock, MINUTE);
        silence.busyFor(seconds(10));
        clock.pass(seconds(70));
        silence.idle();

        assertThat(silence.left()).isEqualTo(seconds(65));
    }

    @Test
    void limitsGraceToShortTimeoutButAtLeastOneSecond() {
        assertThat(idle(seconds(3)).left()).isEqualTo(seconds(6));
        assertThat(idle(Duration.ofMillis(10)).left()).isEqualTo(Duration.ofMillis(1010));
    }

    private SilenceLimit idle(Duration timeout) {
        SilenceLimit silence = new SilenceLimit(clock, timeout);
        silence.idle();
        return silence;
    }

    /** A JVM may take seconds to start on a busy machine. */
    @Test
    void allowsMinimumTimeForStart() {
        assertThat(new SilenceLimit(clock, seconds(1)).left()).isEqualTo(seconds(21));
        assertThat(new SilenceLimit(clock, MINUTE).left()).isEqualTo(seconds(65));
    }

    /** JMH waits for threads that the benchmark left behind; a short timeout must not report that as a hang. */
    @Test
    void allowsFixedTimeForEnd() {
        SilenceLimit shortOne = idle(seconds(1));
        shortOne.ending();
        SilenceLimit longOne = new SilenceLimit(clock, MINUTE);
        longOne.ending();

        assertThat(shortOne.left()).isEqualTo(seconds(21));
        assertThat(longOne.left()).isEqualTo(seconds(65));
    }

    @Test
    void shortensLimitAfterDeadThread() {
        SilenceLimit silence = new SilenceLimit(clock, MINUTE);
        silence.dying();
        assertThat(silence.left()).isEqualTo(seconds(2));

        clock.pass(seconds(1));
        silence.dying();
        assertThat(silence.left()).isEqualTo(seconds(1));
        silence.idle();
        assertThat(silence.left()).isEqualTo(seconds(65));
    }

    @Test
    void notifiesWaiterOnlyOfEarlierEnd() {
        SilenceLimit silence = new SilenceLimit(clock, MINUTE);
        AtomicInteger called = new AtomicInteger();
        silence.whenSooner(called::incrementAndGet);

        silence.busyFor(seconds(10));
        clock.pass(seconds(10));
        silence.idle();
        silence.ending();
        assertThat(called).hasValue(0);

        silence.dying();
        assertThat(called).hasValue(1);
        silence.starting();
        assertThat(called).as("the fork can be found").hasValue(2);
    }
}
