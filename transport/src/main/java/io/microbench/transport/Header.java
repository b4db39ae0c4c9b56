// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Echo.ReceiverReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The header of a frame: {@value #BYTES} bytes, with numbers in network order. All times except {@code answered} are
 * from the sender's clock; the other side returns them unchanged.
 *
 * @param length the number of bytes of content, at least 0
 * @param stream the stream of messages to which the frame belongs
 * @param sequence the number of the message within its client, from 0; negative for warm-up messages, which are not
 *     measured
 * @param due the time at which the message should have been sent
 * @param sent the time at which its sender began to send it
 * @param answered when the other side began to send the message back, by its own clock
 */
public record Header(
        Kind kind, boolean legs, int length, int stream, long sequence, long due, long sent, long answered) {

    /** The number of bytes of a header. */
    public static final int BYTES = 44;

    private static final short MAGIC = 0x4d62;
    private static final byte LEGS = 1;
    /** All kinds; a kind is encoded as its index in this list. */
    private static final List<Kind> CODES = List.of(Kind.values());

    /** The purpose of a frame. */
    public enum Kind {
        /** A message to be returned by the other side. */
        MESSAGE,
        /** Has no content; sent as soon as a message with {@code legs} is completely received. */
        RECEIPT,
        /** A returned message. */
        ECHO,
        /** Has no content; sent as soon as an echo with {@code legs} is completely received. */
        ECHO_RECEIPT,
        /** Requests the measurements of the other side. */
        REPORT_REQUEST,
        /** Has a {@link ReceiverReport} as content. */
        REPORT;

        private byte code() {
            return (byte) CODES.indexOf(this);
        }
    }

    /** Returns the header of a new message. */
    public static Header message(boolean legs, int length, int stream, long sequence, long due, long sent) {
        return new Header(Kind.MESSAGE, legs, length, stream, sequence, due, sent, 0);
    }

    /** Returns the header of a frame without a message. */
    public static Header of(Kind kind, int length) {
        return new Header(kind, false, length, 0, 0, 0, 0, 0);
    }

    public boolean isMeasured() {
        return sequence >= 0;
    }

    /** Returns the header of an answer to the frame with this header. */
    public Header answer(Kind answer, int contentLength, long now) {
        return new Header(answer, legs, contentLength, stream, sequence, due, sent, now);
    }

    /** Writes the header at the position of a buffer with enough space. */
    public void write(ByteBuffer buffer) {
        buffer.putShort(MAGIC)
                .put(kind.code())
                .put(legs ? LEGS : 0)
                .putInt(length)
                .putInt(stream)
                .putLong(sequence)
                .putLong(due)
                .putLong(sent)
                .putLong(answered);
    }

    /**
     * Reads a header from the position of a buffer that contains all of it.
     *
     * @param longest the maximum number of bytes of content
     * @throws IOException if these bytes are not a header
     */
    public static Header read(ByteBuffer buffer, int longest) throws IOException {
        short magic = buffer.getShort();
        byte kind = buffer.get();
        byte flags = buffer.get();
        int length = buffer.getInt();
        if (magic != MAGIC || kind < 0 || kind >= CODES.size() || (flags & ~LEGS) != 0) {
            throw new GarbageException(String.format(
                    "Received data is not a frame: it begins with %04x %02x %02x, expected %04x, a kind below %02x, and"
                            + " 00 or 01. The other side uses another protocol",
                    magic, kind, flags, MAGIC, CODES.size()));
        }
        if (length < 0 || length > longest) {
            throw new GarbageException("A frame of " + length + " bytes arrived; expected 0 to " + longest + " bytes");
        }
        return new Header(
                CODES.get(kind),
                flags == LEGS,
                length,
                buffer.getInt(),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong(),
                buffer.getLong());
    }

    /** Thrown if received data is not a frame. */
    static final class GarbageException extends IOException {

        private static final long serialVersionUID = 1L;

        GarbageException(String message) {
            super(message);
        }
    }
}
