// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.Arrays;

/** The first bytes of an array. */
public final class ArrayContent implements Content {

    /** No bytes. */
    public static final ArrayContent NONE = new ArrayContent(new byte[0]);

    private final byte[] array;
    private final int length;

    /** Holds all bytes of an array, which is not changed afterwards. */
    public ArrayContent(byte[] array) {
        this(array, array.length);
    }

    /**
     * Holds the first bytes of an array.
     *
     * @param length how many, at most those of the array
     */
    public ArrayContent(byte[] array, int length) {
        this.array = array;
        this.length = length;
    }

    /** Returns the array, which may be longer. */
    public byte[] array() {
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
