// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A command for a key, encoded as a byte for its kind, the key, and the value of a put. */
final class RaftCommand {

    static final byte PUT = 1;
    static final byte DELETE = 2;

    /** Looks up the value after all earlier changes in the log. */
    static final byte GET = 3;

    /** Looks up the member's current value, bypassing the log. */
    static final byte GET_LOCAL = 4;

    private static final int HEADER = 1 + Long.BYTES;

    private final byte kind;
    private final long key;
    private final byte[] value;

    RaftCommand(byte kind, long key, byte[] value) {
        this.kind = kind;
        this.key = key;
        this.value = value;
    }

    /**
     * Parses a command.
     *
     * @throws IllegalArgumentException if the bytes are not a command
     */
    static RaftCommand read(byte[] bytes, int offset, int length) {
        if (length < HEADER || bytes[offset] < PUT || bytes[offset] > GET_LOCAL) {
            throw new IllegalArgumentException("invalid command of " + length + " bytes");
        }
        return new RaftCommand(
                bytes[offset],
                ByteBuffer.wrap(bytes, offset + 1, Long.BYTES).getLong(),
                Arrays.copyOfRange(bytes, offset + HEADER, offset + length));
    }

    byte kind() {
        return kind;
    }

    long key() {
        return key;
    }

    byte[] value() {
        return value;
    }

    byte[] bytes() {
        return ByteBuffer.allocate(HEADER + value.length)
                .put(kind)
                .putLong(key)
                .put(value)
                .array();
    }
}
