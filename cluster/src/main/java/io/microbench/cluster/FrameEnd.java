/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jgroups.util.ByteArrayDataInputStream;

/**
 * Knows where the frame ends that a message is read from. A damaged frame can announce gigabytes, and all threads of a
 * node stand still while an array of that size is made.
 */
final class FrameEnd {

    private FrameEnd() {}

    /**
     * Checks that a frame has as many bytes as are going to be read.
     *
     * @throws EOFException if it has fewer
     */
    static void require(DataInput in, long bytes) throws IOException {
        int left = rest(in).remaining();
        if (bytes > left) {
            throw new EOFException(bytes + " bytes announced in a frame that has " + left + " left");
        }
    }

    /** Returns what is left of the frame, without reading it. */
    static ByteBuffer rest(DataInput in) throws IOException {
        if (in instanceof ByteArrayDataInputStream frame) {
            return frame.byteBuffer();
        }
        throw new IOException("no frame, but " + in.getClass().getName());
    }
}
