// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;

/** Encodes messages between clients and members: the length, the number of the request, and the request or answer. */
final class RaftMessages {

    /** The first byte of an answer without content: the change is done, or the key has no value. */
    static final byte NONE = 0;

    /** The first byte of an answer with a value. */
    static final byte VALUE = 1;

    /** The first byte of an answer with the reason for a failure. */
    static final byte FAILURE = 2;

    private static final int LONGEST = 64 << 20;

    private RaftMessages() {}

    interface Taker {

        void take(int number, byte[] content);
    }

    static byte[] found(Optional<byte[]> value) {
        return value.map(content -> answer(VALUE, content)).orElseGet(() -> answer(NONE, new byte[0]));
    }

    static byte[] answer(byte kind, byte[] content) {
        return ByteBuffer.allocate(1 + content.length).put(kind).put(content).array();
    }

    static byte[] of(int number, byte[] content) {
        return ByteBuffer.allocate(2 * Integer.BYTES + content.length)
                .putInt(content.length)
                .putInt(number)
                .put(content)
                .array();
    }

    static byte[] together(Collection<byte[]> messages) {
        ByteBuffer all = ByteBuffer.allocate(
                messages.stream().mapToInt(each -> each.length).sum());
        messages.forEach(all::put);
        return all.array();
    }

    /**
     * Reads messages until the connection ends.
     *
     * @throws IOException if it breaks, or a message is invalid
     */
    static void readAll(DataInputStream in, Taker taker) throws IOException {
        while (true) {
            int length;
            try {
                length = in.readInt();
            } catch (EOFException e) {
                return;
            }
            int number = in.readInt();
            if (length < 0 || length > LONGEST) {
                throw new IOException("invalid message length: " + length + " bytes");
            }
            byte[] content = new byte[length];
            in.readFully(content);
            taker.take(number, content);
        }
    }
}
