// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.result.RecordJson;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Header.GarbageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Answers each message with the same message. Each accepted connection has its own instance. */
public final class Echo implements Receiver {

    private final Histogram downloads = ReceiverReport.histogram();
    private final AtomicLong messages = new AtomicLong();
    private final LongAdder garbage;

    /**
     * Creates the echo of a connection.
     *
     * @param garbage counts the connections of a node that received invalid data
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
                    // This time is only used to measure the time from sending the echo to its receipt.
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

    /** Sends a report as soon as all its values are known. The other side detects a failure. */
    private void report(Connection connection) {
        CompletableFuture<Void> unused = known(connection.settings())
                .thenAcceptBoth(known(connection.counters()), (inForce, counted) -> {
                    List<Fact> counters = new ArrayList<>(counted);
                    counters.add(Fact.of("node connections closed after invalid data", garbage.sum()));
                    byte[] report = new ReceiverReport(messages.get(), inForce, counters, downloads).encode();
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

    private static CompletableFuture<List<Fact>> known(CompletableFuture<List<Fact>> facts) {
        return facts.exceptionally(problem -> List.of(Fact.of("unknown", problem.toString())));
    }

    @Override
    public void lost(IOException problem) {
        // The other side has ended or is not a client, so there is nothing to report.
        if (problem instanceof GarbageException) {
            garbage.increment();
        }
    }

    /**
     * The measurements of the answering node, based on its own clock.
     *
     * @param messages the number of measured messages that arrived on the connection
     * @param settings the effective settings of the connection on that node
     * @param counters the counters of the connection on that node
     * @param downloads the times from the start of sending a message back to its receipt, in nanoseconds
     */
    public record ReceiverReport(long messages, List<Fact> settings, List<Fact> counters, Histogram downloads) {

        private static final int DIGITS = 3;

        /** Creates a histogram of nanoseconds with three significant digits. */
        public static Histogram histogram() {
            return new Histogram(DIGITS);
        }

        /** The transferred form of a report, with the compressed histogram in Base64. */
        record Sent(long messages, List<Fact> settings, List<Fact> counters, String downloads) {}

        byte[] encode() {
            ByteBuffer histogram = ByteBuffer.allocate(downloads.getNeededByteBufferCapacity());
            downloads.encodeIntoCompressedByteBuffer(histogram);
            byte[] compressed = Arrays.copyOf(histogram.array(), histogram.position());
            Sent sent =
                    new Sent(messages, settings, counters, Base64.getEncoder().encodeToString(compressed));
            return RecordJson.line(sent).getBytes(StandardCharsets.UTF_8);
        }

        /** Parses a report from the other side. */
        public static ReceiverReport decode(byte[] bytes) throws IOException {
            try {
                Sent sent = RecordJson.read(new String(bytes, StandardCharsets.UTF_8), Sent.class)
                        .orElseThrow();
                ByteBuffer histogram = ByteBuffer.wrap(Base64.getDecoder().decode(sent.downloads()));
                return new ReceiverReport(
                        sent.messages(),
                        sent.settings(),
                        sent.counters(),
                        Histogram.decodeFromCompressedByteBuffer(histogram, 0));
            } catch (DataFormatException | RuntimeException e) {
                throw new IOException("The report of the other side cannot be read: " + e, e);
            }
        }
    }
}
