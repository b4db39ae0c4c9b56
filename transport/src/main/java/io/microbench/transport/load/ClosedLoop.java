// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Content;
import io.microbench.transport.Header;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.util.IdentityHashMap;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * A client with a fixed number of messages in flight on each stream: when a message returns, the receiving thread sends
 * the next one on the same stream. All streams take messages from one total, so a faster stream sends more.
 */
final class ClosedLoop extends AbstractLoop {

    private final IdentityHashMap<byte[], Content> prepared = new IdentityHashMap<>();
    private final WindowedClient[] slots;
    private int used;

    private static final class WindowedClient {
        private long sequence = Numbering.END;
        private int connection;
    }

    ClosedLoop(Workload workload, Timing timing, LongFunction<byte[]> contents, int nodeCount, LongSupplier nanoClock) {
        super(workload, timing, contents, nodeCount, nanoClock);
        slots = new WindowedClient
                [(int) Math.min((long) workload.inFlight() * workload.streams(), workload.requests())];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new WindowedClient();
        }
    }

    @Override
    void begin() {
        for (int i = 0; i < slots.length && !end().isDone(); i++) {
            send(i);
        }
    }

    private void send(int place) {
        WindowedClient slot = slots[place];
        slot.sequence = numbering.next(clock.getAsLong());
        if (slot.sequence == Numbering.END) {
            return;
        }
        // Streams alternate, which gives each stream one of the first slots.
        slot.connection = next(place % workload.streams());
        used++;
        Connection node = nodes.get(slot.connection);
        Content content = prepared.computeIfAbsent(contents.apply(slot.sequence), node::content);
        boolean measured = Numbering.isMeasured(slot.sequence);
        if (measured) {
            sent(slot.connection);
        }
        long now = clock.getAsLong();
        if (measured) {
            busy.sent(now);
        }
        node.send(Header.message(workload.legs(), workload.size(), place, slot.sequence, now, now), content);
    }

    @Override
    OptionalInt take(Connection connection, Header header) {
        int place = header.stream();
        if (place < 0
                || place >= slots.length
                || slots[place].sequence != header.sequence()
                || header.sequence() == Numbering.END) {
            return OptionalInt.empty();
        }
        slots[place].sequence = Numbering.END;
        used--;
        return OptionalInt.of(slots[place].connection);
    }

    @Override
    void took(Connection connection, Header header) {
        send(header.stream());
        if (used == 0) {
            complete();
        }
    }

    @Override
    void release() {
        prepared.values().forEach(Content::close);
    }
}
