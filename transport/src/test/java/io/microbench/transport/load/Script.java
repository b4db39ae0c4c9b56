// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Header;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Nodes that answer when a test tells them to, and a clock that only the test advances. */
final class Script {

    static final int SIZE = 4;
    static final byte[] CONTENT = {1, 2, 3, 4};
    static final long TRIP = 1000;

    long now = 5;
    final Deque<Runnable> onTheirWay = new ArrayDeque<>();
    final List<String> sent = new ArrayList<>();
    final List<Header> headers = new ArrayList<>();
    int mostOnTheirWay;

    /** Delivers all answers, including those to messages that are sent meanwhile. */
    void answerAll() {
        while (!onTheirWay.isEmpty()) {
            onTheirWay.remove().run();
        }
    }

    Connection node(String name, Receiver receiver) {
        return new Node(name, receiver, CONTENT);
    }

    Connection node(String name, Receiver receiver, byte[] answer) {
        return new Node(name, receiver, answer);
    }

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
            return new ArrayContent(bytes);
        }

        @Override
        public void send(Header header, Content content) {
            if (header.kind() != Header.Kind.MESSAGE) {
                return;
            }
            sent.add(name);
            headers.add(header);
            onTheirWay.add(() -> {
                now += TRIP;
                receiver.received(
                        this,
                        new Arrival(header.answer(Header.Kind.ECHO, SIZE, 0), now - 1, now, new ArrayContent(answer)));
            });
            mostOnTheirWay = Math.max(mostOnTheirWay, onTheirWay.size());
        }

        @Override
        public void close() {}
    }
}
