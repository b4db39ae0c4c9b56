// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/** The content of a frame after its header. Received content is valid until the receiver returns. */
public interface Content extends AutoCloseable {

    /** Returns the number of bytes, at least 0. */
    int length();

    /** Returns whether it consists of these bytes. */
    boolean isSame(byte[] bytes);

    byte[] copy();

    /** Frees content that was prepared by {@link Connection#content}. */
    @Override
    default void close() {}
}
