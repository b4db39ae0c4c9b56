// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Echo;
import io.microbench.transport.Header;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Tests streams whose other side is in the same thread. */
class StreamPerMessageTest {

    private static final byte[] CONTENT = {1, 2, 3, 4};

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();

    /** One side of a stream; the other side receives its frames immediately. */
    private final class End implements Connection {

        private final Receiver other;
        private final Optional<Connection> back;

        End(Receiver other, Optional<Connection> back) {
            this.other = other;
            this.back = back;
        }

        @Override
        public Content content(byte[] bytes) {
            return new ArrayContent(bytes);
        }

        @Override
        public void send(Header header, Content content) {
            long arrived = now.incrementAndGet();
            other.received(back.orElse(this), new Arrival(header, arrived, arrived, content));
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private Connection stream(Receiver client) {
        opened.incrementAndGet();
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        Echo echo = new Echo(new LongAdder());
        Connection[] end = new Connection[1];
        end[0] = new End(receivedOn(echo, client, end), Optional.empty());
        return end[0];
    }

    /** Returns the node's receiver, which answers through an end that delivers to the client. */
    private Receiver receivedOn(Echo echo, Receiver client, Connection[] end) {
        return new Receiver() {
            @Override
            public void received(Connection ignored, Arrival arrival) {
                echo.received(new End(client, Optional.of(end[0])), arrival);
            }

            @Override
            public void lost(IOException problem) {}
        };
    }

    private StreamPerMessageLoop loop(int requests, int most) {
        return new StreamPerMessageLoop(
                new Workload(CONTENT.length, requests, 1, true, most, 1),
                Timing.NONE,
                sequence -> CONTENT,
                1,
                now::incrementAndGet);
    }

    @Test
    void limitsOpenStreams() throws Exception {
        StreamPerMessageLoop loop = loop(200, 5);
        List<Connection> kept = new ArrayList<>();
        loop.connect((node, receiver) -> stream(receiver), kept::add);
        assertThat(kept).hasSize(1);
        loop.start(kept, now.get());

        assertThat(loop.end().get(60, TimeUnit.SECONDS)).isEmpty();
        assertThat(opened).hasValue(201);
        // One unused stream stays open.
        assertThat(open).hasValue(1);
        assertThat(mostOpen.get()).isBetween(2, 6);
        ClientResult result = loop.result(Optional.empty());
        assertThat(result.messages()).isEqualTo(200);
        assertThat(result.legs().roundTrip().getTotalCount()).isEqualTo(200);
        assertThat(result.legs().download().getTotalCount()).isEqualTo(200);
        assertThat(result.streams().stream().reduce(Transfer.NONE, Transfer::plus))
                .isEqualTo(new Transfer(200, 200, 200));
    }

    @Test
    void reportsAStreamThatCannotBeOpened() throws Exception {
        StreamPerMessageLoop loop = loop(10, 1);
        List<Connection> kept = new ArrayList<>();
        loop.connect(
                (node, receiver) -> {
                    if (opened.get() == 4) {
                        throw new IOException("nobody listens");
                    }
                    return stream(receiver);
                },
                kept::add);
        loop.start(kept, now.get());

        assertThat(loop.end().get(60, TimeUnit.SECONDS))
                .contains("A stream could not be opened: nobody listens; 3 of 10 messages came back");
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(3);
    }
}
