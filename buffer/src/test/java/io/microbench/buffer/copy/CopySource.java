// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.copy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** Where bytes are copied from. */
public enum CopySource {
    /** An array of the heap. */
    HEAP {
        @Override
        ByteBuf allocate(int capacity) {
            return ByteBufAllocator.DEFAULT.heapBuffer(capacity, capacity);
        }

        @Override
        ByteBuf view(ByteBuf root) {
            return root;
        }
    },

    /** Memory outside the heap. */
    DIRECT {
        @Override
        ByteBuf view(ByteBuf root) {
            return root;
        }
    },

    /** A direct buffer that refuses to be written, with Netty's own wrapper around it. */
    READ_ONLY {
        @Override
        ByteBuf view(ByteBuf root) {
            return root.asReadOnly();
        }
    },

    /** A direct buffer of the JDK that refuses to be written, and hides its address. */
    READ_ONLY_NIO {
        @Override
        ByteBuf view(ByteBuf root) {
            ByteBuffer all = root.nioBuffer(0, root.capacity());
            return Unpooled.wrappedBuffer(all.asReadOnlyBuffer());
        }
    };

    /** Allocates the memory that is copied from. */
    ByteBuf allocate(int capacity) {
        return ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
    }

    /** Returns the buffer that shows what was allocated; who allocated it releases that, not the view. */
    abstract ByteBuf view(ByteBuf root);
}
