// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.composite;

import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;

/** Accepts all writes immediately and only counts them, like a socket without the kernel. */
final class CountingChannel implements GatheringByteChannel {

    private long bytes;
    private int calls;

    @Override
    public int write(ByteBuffer source) {
        calls++;
        return take(source);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        calls++;
        long taken = 0;
        for (int i = offset; i < offset + length; i++) {
            taken += take(sources[i]);
        }
        return taken;
    }

    @Override
    public long write(ByteBuffer[] sources) {
        return write(sources, 0, sources.length);
    }

    private int take(ByteBuffer source) {
        int taken = source.remaining();
        source.position(source.limit());
        bytes += taken;
        return taken;
    }

    /** Returns the number of bytes written so far. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of write calls so far. */
    int calls() {
        return calls;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
