/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What the node that answers has measured on its own clock.
 *
 * @param messages that arrived on the connection and are measured
 * @param downloads from when it began to send a message back, to the receipt of that, in nanoseconds
 */
public record LegReport(long messages, Histogram downloads) {

    private static final int DIGITS = 3;

    /** Makes a histogram of nanoseconds with three significant digits. */
    public static Histogram histogram() {
        return new Histogram(DIGITS);
    }

    byte[] encode() {
        ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES + downloads.getNeededByteBufferCapacity());
        buffer.putLong(messages);
        downloads.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /**
     * Reads what the other side sent.
     *
     * @throws IOException if it is no report
     */
    public static LegReport decode(byte[] bytes) throws IOException {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new LegReport(buffer.getLong(), Histogram.decodeFromCompressedByteBuffer(buffer, 0));
        } catch (DataFormatException | RuntimeException e) {
            throw new IOException("The report of the other side cannot be read: " + e, e);
        }
    }
}
