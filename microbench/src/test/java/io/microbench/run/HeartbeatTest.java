/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final TestClock clock = new TestClock();

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void aStartMayTakeTheTimeOutAndAGrace() {
        Heartbeat heartbeat = new Heartbeat(clock, MINUTE);

        assertThat(heartbeat.allowed()).isEqualTo(MINUTE);
        assertThat(heartbeat.left()).isEqualTo(seconds(65));
        clock.pass(seconds(66));
        assertThat(heartbeat.left()).isEqualTo(seconds(-1));
    }

    @Test
    void anIterationMayTakeItsTimeBeside() {
        Heartbeat heartbeat = new Heartbeat(clock, MINUTE);
        clock.pass(seconds(50));
        heartbeat.busyFor(seconds(10));

        assertThat(heartbeat.allowed()).isEqualTo(seconds(70));
        assertThat(heartbeat.left()).isEqualTo(seconds(75));
    }

    @Test
    void everySignOfLifeBeginsAnew() {
        Heartbeat heartbeat = new Heartbeat(clock, MINUTE);
        heartbeat.busyFor(seconds(10));
        clock.pass(seconds(70));
        heartbeat.idle();

        assertThat(heartbeat.left()).isEqualTo(seconds(65));
    }

    @Test
    void theGraceIsAsLongAsAShortTimeOutButNeverUnderASecond() {
        assertThat(idle(seconds(3)).left()).isEqualTo(seconds(6));
        assertThat(idle(Duration.ofMillis(10)).left()).isEqualTo(Duration.ofMillis(1010));
    }

    private Heartbeat idle(Duration timeout) {
        Heartbeat heartbeat = new Heartbeat(clock, timeout);
        heartbeat.idle();
        return heartbeat;
    }

    /** A JVM may take seconds to start on a busy machine. */
    @Test
    void aShortTimeOutDoesNotCutTheStartShort() {
        assertThat(new Heartbeat(clock, seconds(1)).left()).isEqualTo(seconds(21));
        assertThat(new Heartbeat(clock, MINUTE).left()).isEqualTo(seconds(65));
    }

    /** JMH waits for threads that the benchmark left behind; a short time-out must not call that a hang. */
    @Test
    void theEndMayTakeAFixedTimeHoweverShortTheTimeOut() {
        Heartbeat shortOne = idle(seconds(1));
        shortOne.ending();
        Heartbeat longOne = new Heartbeat(clock, MINUTE);
        longOne.ending();

        assertThat(shortOne.left()).isEqualTo(seconds(21));
        assertThat(longOne.left()).isEqualTo(seconds(65));
    }

    @Test
    void aForkWithADeadThreadIsGivenOnlyAMoment() {
        Heartbeat heartbeat = new Heartbeat(clock, MINUTE);
        heartbeat.dying();
        assertThat(heartbeat.left()).isEqualTo(seconds(2));

        clock.pass(seconds(1));
        heartbeat.dying();
        assertThat(heartbeat.left()).isEqualTo(seconds(1));
        heartbeat.idle();
        assertThat(heartbeat.left()).isEqualTo(seconds(65));
    }

    @Test
    void tellsWhoWaitsForTheEndOnlyWhenThatComesSooner() {
        Heartbeat heartbeat = new Heartbeat(clock, MINUTE);
        AtomicInteger called = new AtomicInteger();
        heartbeat.whenSooner(called::incrementAndGet);

        heartbeat.busyFor(seconds(10));
        clock.pass(seconds(10));
        heartbeat.idle();
        heartbeat.ending();
        assertThat(called).hasValue(0);

        heartbeat.dying();
        assertThat(called).hasValue(1);
        heartbeat.starting();
        assertThat(called).as("the fork can be looked for").hasValue(2);
    }

    /** A benchmark that prints for ever is stopped as well; only the message differs. */
    @Test
    void outputIsASignOfLifeButNoReasonToWait() {
        TestClock time = new TestClock();
        Heartbeat heartbeat = new Heartbeat(time, Duration.ofMinutes(1));
        heartbeat.busyFor(Duration.ofSeconds(1));
        assertThat(heartbeat.complaint()).startsWith("Silent for");
        Duration left = heartbeat.left();
        heartbeat.printed();
        assertThat(heartbeat.complaint()).startsWith("It went on printing");
        assertThat(heartbeat.left()).isEqualTo(left);
        heartbeat.idle();
        assertThat(heartbeat.complaint()).startsWith("Silent for");
    }
}
