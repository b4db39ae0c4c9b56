// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Connection;
import io.microbench.transport.Header;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import io.microbench.transport.load.Run.Pacing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Tests loops with scripted nodes and turns. */
class OpenLoopTest {

    private static final long PERIOD = 1_000_000;
    private static final double PER_SECOND = 1e9 / PERIOD;

    private final Script script = new Script();
    private final long start = script.now;

    private OpenLoop loop(long requests, Timing timing, int places) {
        OpenLoop loop = new OpenLoop(
                new Workload(Script.SIZE, requests, 1, false, 1, 1),
                timing,
                List.of(Script.CONTENT),
                1,
                PER_SECOND,
                places,
                () -> script.now);
        loop.start(List.of(script.node("a", loop)), script.now);
        return loop;
    }

    /** Returns turns like a schedule: an overdue turn is returned immediately, with its due time. */
    private LongSupplier turns() {
        long[] next = {start};
        return () -> {
            long due = next[0];
            script.now = Math.max(script.now, due);
            next[0] += PERIOD;
            return due;
        };
    }

    @Test
    void stallsIncreaseResponseTimesButNotServiceTimes() {
        OpenLoop loop = loop(200, Timing.NONE, 256);
        LongSupplier turns = turns();
        int[] turn = {0};
        Pacing.run(
                () -> {
                    script.answerAll();
                    if (turn[0]++ == 50) {
                        script.now += 100 * PERIOD;
                    }
                    return turns.getAsLong();
                },
                List.of(loop));
        script.answerAll();

        assertThat(loop.end()).isCompletedWithValue(Optional.empty());
        ClientResult result = loop.result(Optional.empty());
        assertThat(result.legs().roundTrip().getMaxValue()).isLessThan(2 * Script.TRIP);
        assertThat(result.legs().response().getMaxValue()).isBetween(98 * PERIOD, 102 * PERIOD);
        long delayed = result.legs().response().getCountBetweenValues(PERIOD, 1000 * PERIOD);
        assertThat(delayed).isBetween(98L, 102L);
    }

    @Test
    void sendsOnScheduleAndCountsMissingAnswers() {
        OpenLoop loop = loop(100, Timing.NONE, 256);
        Pacing.run(turns(), List.of(loop));

        assertThat(script.headers).extracting(Header::due).first().isEqualTo(start);
        assertThat(script.headers).extracting(Header::due).last().isEqualTo(start + 99 * PERIOD);
        assertThat(loop.end()).isNotDone();
        for (int i = 0; i < 60; i++) {
            script.onTheirWay.remove().run();
        }
        assertThat(loop.overdue(Duration.ofSeconds(5))).isEmpty();
        // Answers after the drain change nothing.
        script.answerAll();
        ClientResult result = loop.result(Optional.empty());

        assertThat(result.messages()).isEqualTo(60);
        assertThat(result.unanswered()).isEqualTo(40);
        assertThat(result.sent()).isEqualTo(100);
        assertThat(result.isWhole()).isFalse();
    }

    @Test
    void reachesTheRateOnlyIfAnswersKeepUp() {
        OpenLoop prompt = loop(100, Timing.NONE, 256);
        Pacing.run(turns(), List.of(prompt));
        script.answerAll();
        ClientResult result = prompt.result(Optional.empty());
        assertThat(result.requested()).contains(PER_SECOND);
        assertThat(result.perSecond()).isBetween(0.999 * PER_SECOND, PER_SECOND);

        script.now = start;
        OpenLoop slow = loop(100, Timing.NONE, 256);
        Pacing.run(turns(), List.of(slow));
        script.now = start + 199 * PERIOD;
        script.answerAll();
        assertThat(slow.result(Optional.empty()).perSecond()).isBetween(0.49 * PER_SECOND, 0.51 * PER_SECOND);
    }

    @Test
    void limitsMessagesInFlight() {
        OpenLoop loop = loop(100, Timing.NONE, 64);
        Pacing.run(turns(), List.of(loop));

        assertThat(script.headers).hasSize(64);
        assertThat(loop.end())
                .isCompletedWithValue(Optional.of("A message did not come back before the next 64 were sent,"
                        + " the maximum number in flight; use a lower --rate; 0 of 100 messages came back"));
    }

    @Test
    void doesNotMeasureTheWarmUpAndEndsAfterTheTime() {
        OpenLoop loop = loop(
                Long.MAX_VALUE,
                new Timing(Duration.ofNanos(10 * PERIOD), Optional.of(Duration.ofNanos(20 * PERIOD))),
                64);
        Pacing.run(turns(), List.of(loop));
        script.answerAll();
        ClientResult result = loop.result(Optional.empty());

        assertThat(script.headers).hasSize(30);
        assertThat(script.headers.stream().filter(header -> !header.isMeasured()))
                .hasSize(10);
        assertThat(result.messages()).isEqualTo(20);
        assertThat(result.legs().response().getTotalCount()).isEqualTo(20);
    }

    @Test
    void rotatesTurnsAmongClients() {
        List<OpenLoop> loops = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            OpenLoop loop = loop(4, Timing.NONE, 64);
            Connection node = script.node(name, loop);
            loop.nodes.set(0, node);
            loops.add(loop);
        }
        Pacing.run(turns(), loops);

        assertThat(String.join("", script.sent)).isEqualTo("abcabcabcabc");
    }

    @Test
    void doesNotCountADuplicateAnswer() {
        OpenLoop loop = loop(2, Timing.NONE, 64);
        Pacing.run(turns(), List.of(loop));
        Runnable answer = script.onTheirWay.remove();
        answer.run();
        answer.run();

        assertThat(loop.end()).isCompletedWithValue(Optional.of("message 0 came back, but is not in flight"));
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(1);
    }

    @Test
    void keepsResultsIfANodeIsLost() {
        OpenLoop loop = loop(10, Timing.NONE, 64);
        assertThat(loop.send(start)).isTrue();
        script.answerAll();
        loop.lost(new IOException("gone"));

        assertThat(loop.send(start)).isFalse();
        assertThat(loop.end())
                .isCompletedWithValue(Optional.of("The connection was lost: gone; 1 of 10 messages came back"));
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(1);
    }
}
