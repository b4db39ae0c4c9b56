// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;

/** The stored bytes of values: 100 bytes with the key and a unique number. */
final class Values {

    /** The value for bytes that no client has written. */
    static final long STRANGE = -1;

    private static final int SIZE = 100;

    private Values() {}

    static byte[] bytes(long key, long value) {
        return ByteBuffer.allocate(SIZE).putLong(key).putLong(value).array();
    }

    static OptionalLong read(long key, byte[] found) {
        long value = found.length == SIZE ? ByteBuffer.wrap(found).getLong(Long.BYTES) : STRANGE;
        return OptionalLong.of(Arrays.equals(found, bytes(key, value)) ? value : STRANGE);
    }
}
