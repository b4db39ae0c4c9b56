// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.Arrays;

/** The content of a frame after its header. Received content is valid until the receiver returns. */
public interface Content extends AutoCloseable {

    /** Returns the number of bytes, at least 0. */
    int length();

    /** Returns whether the content equals the given bytes. */
    boolean isSame(byte[] bytes);

    byte[] copy();

    /** Frees content that was prepared by {@link Connection#content}. */
    @Override
    default void close() {}

    /** Content of a frame that consists of the first bytes of an array. */
    final class ArrayContent implements Content {

        public static final ArrayContent NONE = new ArrayContent(new byte[0]);

        private final byte[] array;
        private final int length;

        /** Creates content from all bytes of an array, which must not change afterwards. */
        public ArrayContent(byte[] array) {
            this(array, array.length);
        }

        /**
         * Creates content from the first bytes of an array.
         *
         * @param length the number of bytes, at most that of the array
         */
        public ArrayContent(byte[] array, int length) {
            this.array = array;
            this.length = length;
        }

        /** Returns the array, which may be longer than the content. */
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
}
