// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes of the frames that a connection has sent and received, before encryption. */
public final class ByteCounts {

    private final LongAdder sent = new LongAdder();
    private final AtomicLong received = new AtomicLong();

    public void sent(int contentLength) {
        sent.add(Header.BYTES + contentLength);
    }

    /** Counts a received frame; called only by the reading thread. */
    public void received(int contentLength) {
        received.lazySet(received.get() + Header.BYTES + contentLength);
    }

    public List<Fact> facts() {
        return List.of(Fact.of("bytes sent", sent.sum()), Fact.of("bytes received", received.get()));
    }
}
