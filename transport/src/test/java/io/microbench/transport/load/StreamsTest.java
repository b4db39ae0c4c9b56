// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.microbench.transport.Connection;
import io.microbench.transport.Header;
import io.microbench.transport.load.ClientResult.Fairness;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import io.microbench.transport.load.Run.Pacing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StreamsTest {

    private final Script script = new Script();

    private static Fairness fairness(long... messages) {
        return Fairness.of(LongStream.of(messages)
                .mapToObj(each -> new Transfer(each, each, each))
                .toList());
    }

    private ClosedLoop loop(int requests, int inFlight, int streams) {
        return new ClosedLoop(
                new Workload(Script.SIZE, requests, inFlight, false, streams, 1),
                Timing.NONE,
                sequence -> Script.CONTENT,
                1,
                () -> script.now);
    }

    private List<Connection> connections(ClosedLoop loop, int streams) {
        List<Connection> made = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            made.add(script.node(String.valueOf(i), loop));
        }
        return made;
    }

    @Test
    void limitsMessagesInFlightPerStream() {
        ClosedLoop loop = loop(100, 3, 4);
        loop.start(connections(loop, 4), script.now);

        Map<String, Integer> onTheirWay = new HashMap<>();
        script.sent.forEach(stream -> onTheirWay.merge(stream, 1, Integer::sum));
        assertThat(onTheirWay).isEqualTo(Map.of("0", 3, "1", 3, "2", 3, "3", 3));
        script.answerAll();
        assertThat(script.mostOnTheirWay).isEqualTo(12);
        assertThat(loop.end()).isCompletedWithValue(Optional.empty());
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(100);
    }

    /** A stream with late answers sends less, which the result shows. */
    @Test
    void sendsMoreOnAFasterStream() {
        ClosedLoop loop = loop(40, 1, 2);
        loop.start(connections(loop, 2), script.now);
        Runnable slow = script.onTheirWay.removeLast();
        for (int i = 0; i < 29; i++) {
            script.onTheirWay.removeFirst().run();
        }
        slow.run();
        script.answerAll();

        List<Transfer> streams = loop.result(Optional.empty()).streams();
        assertThat(streams).extracting(Transfer::back).allSatisfy(back -> assertThat(back)
                .isPositive());
        assertThat(streams.get(0).back() + streams.get(1).back()).isEqualTo(40);
        assertThat(streams.get(0).back()).isGreaterThan(3 * streams.get(1).back());
        assertThat(Fairness.of(streams).index()).isLessThan(0.8);
    }

    @Test
    void leavesStreamsUnusedIfMessagesAreFew() {
        ClosedLoop loop = loop(2, 3, 4);
        loop.start(connections(loop, 4), script.now);
        script.answerAll();

        assertThat(script.sent).containsExactly("0", "1");
        assertThat(loop.end()).isCompletedWithValue(Optional.empty());
    }

    @Test
    void rotatesScheduledMessagesAmongStreams() {
        OpenLoop loop = new OpenLoop(
                new Workload(Script.SIZE, 7, 1, false, 3, 1),
                Timing.NONE,
                List.of(Script.CONTENT),
                1,
                1000,
                64,
                () -> script.now);
        loop.start(List.of(script.node("a", loop), script.node("b", loop), script.node("c", loop)), script.now);
        Pacing.run(() -> script.now, List.of(loop));
        script.answerAll();

        assertThat(String.join("", script.sent)).isEqualTo("abcabca");
        assertThat(script.headers).extracting(Header::sequence).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(loop.result(Optional.empty()).streams())
                .extracting(Transfer::back)
                .containsExactly(3L, 2L, 2L);
    }

    /** Values of the cited report: 1 if all are equal, 1/4 if one of four has everything, and k/n for k equal of n. */
    @Test
    void fairnessIsJainsIndex() {
        assertThat(fairness(5, 5, 5, 5).index()).isEqualTo(1);
        assertThat(fairness(0, 8, 0, 0).index()).isEqualTo(0.25);
        assertThat(fairness(3, 3, 0, 0, 0).index()).isCloseTo(0.4, offset(1e-12));
        assertThat(fairness(1, 2, 3).index()).isCloseTo(36.0 / 42, offset(1e-12));
        assertThat(fairness(0, 0).index()).isEqualTo(1);
        assertThat(fairness(10, 30).text())
                .isEqualTo("Fairness over 2 streams: 0.8000 (Jain's index), 10 to 30 messages each.");
    }
}
