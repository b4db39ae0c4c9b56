// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Content;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** The readable bytes of a buffer. */
record BufferContent(ByteBuf buffer) implements Content {

    @Override
    public int length() {
        return buffer.readableBytes();
    }

    @Override
    public boolean isSame(byte[] bytes) {
        return ByteBufUtil.equals(buffer, Unpooled.wrappedBuffer(bytes));
    }

    @Override
    public byte[] copy() {
        return ByteBufUtil.getBytes(buffer);
    }

    @Override
    public void close() {
        buffer.release();
    }
}
