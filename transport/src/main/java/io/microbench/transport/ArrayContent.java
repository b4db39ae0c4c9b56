/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.socket;

import io.microbench.transport.Content;
import java.util.Arrays;

/** The first bytes of an array. */
final class ArrayContent implements Content {

    static final ArrayContent NONE = new ArrayContent(new byte[0], 0);

    private final byte[] array;
    private final int length;

    ArrayContent(byte[] array, int length) {
        this.array = array;
        this.length = length;
    }

    /** Returns the array, which may be longer. */
    byte[] array() {
        return array;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public boolean isSame(byte[] bytes) {
        return Arrays.equals(array, 0, length, bytes, 0, bytes.length);
    }

    @Override
    public byte[] copy() {
        return Arrays.copyOf(array, length);
    }
}
