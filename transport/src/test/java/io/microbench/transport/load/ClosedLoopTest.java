/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Arrival;
import io.microbench.transport.Connection;
import io.microbench.transport.Content;
import io.microbench.transport.Header;
import io.microbench.transport.Receiver;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A loop on scripted nodes and a clock that only the script moves. */
class ClosedLoopTest {

    private static final int SIZE = 4;
    private static final byte[] CONTENT = {1, 2, 3, 4};
    private static final long TRIP = 1000;

    private long now = 5;
    private final Deque<Runnable> onTheirWay = new ArrayDeque<>();
    private final List<String> sent = new ArrayList<>();
    private int mostOnTheirWay;

    private static final class Bytes implements Content {

        private final byte[] array;

        Bytes(byte[] array) {
            this.array = array;
        }

        @Override
        public int length() {
            return array.length;
        }

        @Override
        public boolean isSame(byte[] bytes) {
            return Arrays.equals(array, bytes);
        }

        @Override
        public byte[] copy() {
            return array;
        }
    }

    /** A node that answers when the script says so. */
    private final class Node implements Connection {

        private final String name;
        private final Receiver receiver;
        private final byte[] answer;

        Node(String name, Receiver receiver, byte[] answer) {
            this.name = name;
            this.receiver = receiver;
            this.answer = answer;
        }

        @Override
        public Content content(byte[] bytes) {
            return new Bytes(bytes);
        }

        @Override
        public void send(Header header, Content content) {
            if (header.kind() != Header.Kind.MESSAGE) {
                return;
            }
            sent.add(name);
            onTheirWay.add(() -> {
                now += TRIP;
                receiver.received(
                        this, new Arrival(header.answer(Header.Kind.ECHO, SIZE, 0), now - 1, now, new Bytes(answer)));
            });
            mostOnTheirWay = Math.max(mostOnTheirWay, onTheirWay.size());
        }

        @Override
        public void close() {}
    }

    private ClosedLoop loop(int requests, int inFlight, Contents contents, int nodes) {
        return new ClosedLoop(new Workload(SIZE, requests, inFlight, false, 1), contents, nodes, () -> now);
    }

    private ClientResult run(ClosedLoop loop, List<Connection> nodes) {
        loop.start(nodes);
        while (!onTheirWay.isEmpty()) {
            onTheirWay.remove().run();
        }
        assertThat(loop.end()).isCompletedWithValue(Optional.empty());
        return loop.result(Optional.empty());
    }

    /** The seed's loop included its bound: 1025 messages for 1024. */
    @Test
    void asManyMessagesAsAskedForAreSent() {
        for (int inFlight : new int[] {1, 10, 2000}) {
            sent.clear();
            ClosedLoop loop = loop(1024, inFlight, sequence -> CONTENT, 1);
            ClientResult result = run(loop, List.of(new Node("a", loop, CONTENT)));

            assertThat(sent).hasSize(1024);
            assertThat(result.messages()).isEqualTo(1024);
            assertThat(result.legs().roundTrip().getTotalCount()).isEqualTo(1024);
        }
    }

    /** The seed made contents while its clock ran: two thirds of its time. */
    @Test
    void theTimeOfMakingContentsIsNotMeasured() {
        ClosedLoop fast = loop(10, 1, sequence -> CONTENT, 1);
        ClientResult expected = run(fast, List.of(new Node("a", fast, CONTENT)));
        ClosedLoop slow = loop(
                10,
                1,
                sequence -> {
                    now += 50_000_000;
                    return CONTENT;
                },
                1);
        ClientResult result = run(slow, List.of(new Node("a", slow, CONTENT)));

        assertThat(expected.busyNanos()).isEqualTo(10 * TRIP);
        assertThat(result.busyNanos()).isEqualTo(expected.busyNanos());
        assertThat(result.legs().roundTrip()).isEqualTo(expected.legs().roundTrip());
        assertThat(result.legs().firstByte()).isEqualTo(expected.legs().firstByte());
    }

    /** The seed chose one node of all, and kept to it. */
    @Test
    void eachNodeGetsItsShareInAnOrderOfTheSeed() {
        List<List<String>> orders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            sent.clear();
            ClosedLoop loop = loop(30, 1, sequence -> CONTENT, 3);
            List<Connection> nodes =
                    List.of(new Node("a", loop, CONTENT), new Node("b", loop, CONTENT), new Node("c", loop, CONTENT));
            assertThat(run(loop, nodes).perNode()).containsExactly(10L, 10L, 10L);
            orders.add(List.copyOf(sent));
        }

        assertThat(orders.get(0)).isEqualTo(orders.get(1));
        for (int round = 0; round < 10; round++) {
            assertThat(orders.get(0).subList(3 * round, 3 * round + 3)).containsExactlyInAnyOrder("a", "b", "c");
        }
        assertThat(orders.get(0).subList(0, 15)).isNotEqualTo(orders.get(0).subList(15, 30));
    }

    @Test
    void neverMoreThanAskedForAreOnTheirWay() {
        ClosedLoop loop = loop(100, 7, sequence -> CONTENT, 1);
        run(loop, List.of(new Node("a", loop, CONTENT)));

        assertThat(mostOnTheirWay).isEqualTo(7);
    }

    @Test
    void otherContentIsCountedAndIsNoMessage() {
        ClosedLoop loop = loop(10, 1, sequence -> CONTENT, 1);
        ClientResult result = run(loop, List.of(new Node("a", loop, new byte[] {1, 2, 3, 5})));

        assertThat(result.corrupt()).isEqualTo(10);
        assertThat(result.messages()).isZero();
        assertThat(result.isWhole()).isFalse();
    }

    @Test
    void whatWasMeasuredBeforeANodeIsLostIsKept() {
        ClosedLoop loop = loop(10, 1, sequence -> CONTENT, 1);
        loop.start(List.of(new Node("a", loop, CONTENT)));
        for (int i = 0; i < 4; i++) {
            onTheirWay.remove().run();
        }
        loop.lost(new IOException("gone"));
        onTheirWay.remove().run();

        assertThat(loop.end())
                .isCompletedWithValue(Optional.of("The connection was lost: gone; 4 of 10 messages were back"));
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(4);
        assertThat(onTheirWay).isEmpty();
    }
}
