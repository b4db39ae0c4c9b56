// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The measurements of the answering node, by its own clock.
 *
 * @param messages the number of measured messages that arrived on the connection
 * @param settings the effective settings of the connection there
 * @param counters the counters of the connection there
 * @param downloads times from the beginning of sending a message back to its receipt, in nanoseconds
 */
public record LegReport(long messages, List<Fact> settings, List<Fact> counters, Histogram downloads) {

    private static final int DIGITS = 3;

    /** Creates a histogram of nanoseconds with three significant digits. */
    public static Histogram histogram() {
        return new Histogram(DIGITS);
    }

    byte[] encode() {
        ByteBuffer histogram = ByteBuffer.allocate(downloads.getNeededByteBufferCapacity());
        downloads.encodeIntoCompressedByteBuffer(histogram);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(messages);
            write(out, settings);
            write(out, counters);
            out.write(histogram.array(), 0, histogram.position());
        } catch (IOException e) {
            throw new UncheckedIOException("A report cannot be written", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, List<Fact> facts) throws IOException {
        out.writeShort(facts.size());
        for (Fact fact : facts) {
            out.writeUTF(fact.name());
            out.writeUTF(fact.value());
            out.writeUTF(fact.warning());
        }
    }

    /** Parses a report of the other side. */
    public static LegReport decode(byte[] bytes) throws IOException {
        ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
        try (DataInputStream in = new DataInputStream(stream)) {
            long messages = in.readLong();
            List<Fact> settings = read(in);
            List<Fact> counters = read(in);
            ByteBuffer histogram = ByteBuffer.wrap(in.readAllBytes());
            return new LegReport(messages, settings, counters, Histogram.decodeFromCompressedByteBuffer(histogram, 0));
        } catch (DataFormatException | RuntimeException | IOException e) {
            throw new IOException("The report of the other side cannot be read: " + e, e);
        }
    }

    private static List<Fact> read(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            facts.add(new Fact(in.readUTF(), in.readUTF(), in.readUTF()));
        }
        return facts;
    }
}
