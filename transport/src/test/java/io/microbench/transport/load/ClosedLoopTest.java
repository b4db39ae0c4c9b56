// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Connection;
import io.microbench.transport.Header;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Tests a loop with scripted nodes and a clock that only the script advances. */
class ClosedLoopTest {

    private final Script script = new Script();

    private ClosedLoop loop(int requests, int inFlight, LongFunction<byte[]> contents, int nodes) {
        return new ClosedLoop(
                new Workload(Script.SIZE, requests, inFlight, false, 1, 1),
                Timing.NONE,
                contents,
                nodes,
                () -> script.now);
    }

    private ClientResult run(ClosedLoop loop, List<Connection> nodes) {
        loop.start(nodes, script.now);
        script.answerAll();
        assertThat(loop.end()).isCompletedWithValue(Optional.empty());
        return loop.result(Optional.empty());
    }

    /** Lunatic's loop included its bound: 1025 messages for 1024. */
    @Test
    void sendsTheRequestedNumber() {
        for (int inFlight : new int[] {1, 10, 2000}) {
            script.sent.clear();
            ClosedLoop loop = loop(1024, inFlight, sequence -> Script.CONTENT, 1);
            ClientResult result = run(loop, List.of(script.node("a", loop)));

            assertThat(script.sent).hasSize(1024);
            assertThat(result.messages()).isEqualTo(1024);
            assertThat(result.legs().roundTrip().getTotalCount()).isEqualTo(1024);
        }
    }

    /** Lunatic created contents while its clock ran: two thirds of its time. */
    @Test
    void excludesTheTimeToCreateContents() {
        ClosedLoop fast = loop(10, 1, sequence -> Script.CONTENT, 1);
        ClientResult expected = run(fast, List.of(script.node("a", fast)));
        ClosedLoop slow = loop(
                10,
                1,
                sequence -> {
                    script.now += 50_000_000;
                    return Script.CONTENT;
                },
                1);
        ClientResult result = run(slow, List.of(script.node("a", slow)));

        assertThat(expected.busyNanos()).isEqualTo(10 * Script.TRIP);
        assertThat(result.busyNanos()).isEqualTo(expected.busyNanos());
        assertThat(result.legs().roundTrip()).isEqualTo(expected.legs().roundTrip());
        assertThat(result.legs().firstByte()).isEqualTo(expected.legs().firstByte());
    }

    /** Lunatic chose one node, and sent all messages to it. */
    @Test
    void sendsToEachNodeInASeededOrder() {
        List<List<String>> orders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            script.sent.clear();
            ClosedLoop loop = loop(30, 1, sequence -> Script.CONTENT, 3);
            List<Connection> nodes = List.of(script.node("a", loop), script.node("b", loop), script.node("c", loop));
            assertThat(run(loop, nodes).perNode()).containsExactly(10L, 10L, 10L);
            orders.add(List.copyOf(script.sent));
        }

        assertThat(orders.get(0)).isEqualTo(orders.get(1));
        for (int round = 0; round < 10; round++) {
            assertThat(orders.get(0).subList(3 * round, 3 * round + 3)).containsExactlyInAnyOrder("a", "b", "c");
        }
        assertThat(orders.get(0).subList(0, 15)).isNotEqualTo(orders.get(0).subList(15, 30));
    }

    @Test
    void limitsMessagesInFlight() {
        ClosedLoop loop = loop(100, 7, sequence -> Script.CONTENT, 1);
        run(loop, List.of(script.node("a", loop)));

        assertThat(script.mostOnTheirWay).isEqualTo(7);
    }

    @Test
    void countsCorruptMessagesSeparately() {
        ClosedLoop loop = loop(10, 1, sequence -> Script.CONTENT, 1);
        ClientResult result = run(loop, List.of(script.node("a", loop, new byte[] {1, 2, 3, 5})));

        assertThat(result.corrupt()).isEqualTo(10);
        assertThat(result.messages()).isZero();
        assertThat(result.isWhole()).isFalse();
    }

    /** The last warm-up message came back after the measured time: exit status 0 without a table. */
    @Test
    void failsIfNoMessageWasMeasured() {
        ClosedLoop loop = new ClosedLoop(
                new Workload(Script.SIZE, Long.MAX_VALUE, 2, false, 1, 1),
                new Timing(Duration.ofNanos(Script.TRIP / 2), Optional.of(Duration.ofNanos(Script.TRIP / 4))),
                sequence -> Script.CONTENT,
                1,
                () -> script.now);
        ClientResult result = run(loop, List.of(script.node("a", loop)));

        assertThat(result.sent()).isZero();
        assertThat(result.isWhole()).isFalse();
        assertThat(ClientResult.merged(List.of(result, result)).problem())
                .contains("No message was sent in the measured time. Use a longer --time, a higher --rate or a smaller"
                        + " --message-size");
    }

    @Test
    void doesNotMeasureTheWarmUp() {
        ClosedLoop loop = new ClosedLoop(
                new Workload(Script.SIZE, 10, 2, false, 1, 1),
                new Timing(Duration.ofNanos(5 * Script.TRIP), Optional.empty()),
                sequence -> Script.CONTENT,
                1,
                () -> script.now);
        ClientResult result = run(loop, List.of(script.node("a", loop)));

        assertThat(script.headers.stream().filter(header -> !header.isMeasured()))
                .hasSize(6);
        assertThat(script.headers.stream().filter(Header::isMeasured)).hasSize(10);
        assertThat(result.messages()).isEqualTo(10);
        assertThat(result.legs().roundTrip().getTotalCount()).isEqualTo(10);
        // The first measured message was sent when the fifth warm-up message was back; the last one came back as the
        // sixteenth.
        assertThat(result.busyNanos()).isEqualTo(11 * Script.TRIP);
    }

    @Test
    void endsAfterTheTimeWhenAllMessagesAreBack() {
        ClosedLoop loop = new ClosedLoop(
                new Workload(Script.SIZE, Long.MAX_VALUE, 3, false, 1, 1),
                new Timing(Duration.ZERO, Optional.of(Duration.ofNanos(10 * Script.TRIP))),
                sequence -> Script.CONTENT,
                1,
                () -> script.now);
        ClientResult result = run(loop, List.of(script.node("a", loop)));

        assertThat(result.messages()).isEqualTo(12);
        assertThat(result.unanswered()).isZero();
        assertThat(script.mostOnTheirWay).isEqualTo(3);
    }

    @Test
    void keepsResultsIfANodeIsLost() {
        ClosedLoop loop = loop(10, 1, sequence -> Script.CONTENT, 1);
        loop.start(List.of(script.node("a", loop)), script.now);
        for (int i = 0; i < 4; i++) {
            script.onTheirWay.remove().run();
        }
        loop.lost(new IOException("gone"));
        script.onTheirWay.remove().run();

        assertThat(loop.end())
                .isCompletedWithValue(Optional.of("The connection was lost: gone; 4 of 10 messages came back"));
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(4);
        assertThat(script.onTheirWay).isEmpty();
    }
}
