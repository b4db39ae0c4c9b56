// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** Answers each message with the same message; one instance for each accepted connection. */
public final class Echo implements Receiver {

    private final Histogram downloads = LegReport.histogram();
    private final AtomicLong messages = new AtomicLong();
    private final LongAdder garbage;

    /**
     * Creates the echo of a connection.
     *
     * @param garbage counts the connections of a node that received data which is not a frame of a client
     */
    public Echo(LongAdder garbage) {
        this.garbage = garbage;
    }

    @Override
    public void received(Connection connection, Arrival arrival) {
        Header header = arrival.header();
        switch (header.kind()) {
            case MESSAGE -> {
                if (header.isMeasured()) {
                    messages.incrementAndGet();
                }
                long answered = 0;
                if (header.legs()) {
                    connection.send(header.answer(Header.Kind.RECEIPT, 0, 0), ArrayContent.NONE);
                    // Only used to compute the time until the receipt of the echo.
                    answered = System.nanoTime();
                }
                connection.send(header.answer(Header.Kind.ECHO, header.length(), answered), arrival.content());
            }
            case ECHO_RECEIPT -> {
                if (header.isMeasured()) {
                    downloads.recordValue(Math.max(0, arrival.lastNanos() - header.answered()));
                }
            }
            case REPORT_REQUEST -> report(connection);
            default -> {
                garbage.increment();
                connection.close();
            }
        }
    }

    /** Sends a report as soon as all its values are known; if this fails, the other side notices it. */
    private void report(Connection connection) {
        CompletableFuture<Void> unused = known(connection.settings())
                .thenAcceptBoth(known(connection.counters()), (inForce, counted) -> {
                    List<Fact> counters = new ArrayList<>(counted);
                    counters.add(Fact.of("connections of the node ended by garbage", garbage.sum()));
                    byte[] report = new LegReport(messages.get(), inForce, counters, downloads).encode();
                    try (Content content = connection.content(report)) {
                        connection.send(Header.of(Header.Kind.REPORT, report.length), content);
                    }
                })
                .whenComplete((done, problem) -> {
                    if (problem != null) {
                        connection.close();
                    }
                });
    }

    private static CompletableFuture<List<Fact>> known(CompletableFuture<List<Fact>> asked) {
        return asked.exceptionally(problem -> List.of(Fact.of("unknown", problem.toString())));
    }

    @Override
    public void lost(IOException problem) {
        // The other side has ended, or is not a client; nothing to report.
        if (problem instanceof GarbageException) {
            garbage.increment();
        }
    }
}
