// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.copy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** The source of copies. */
public enum CopySource {
    /** An array on the heap. */
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

    /** A read-only direct buffer, in Netty's wrapper. */
    READ_ONLY {
        @Override
        ByteBuf view(ByteBuf root) {
            return root.asReadOnly();
        }
    },

    /** A read-only direct buffer of the JDK, which hides its address. */
    READ_ONLY_NIO {
        @Override
        ByteBuf view(ByteBuf root) {
            ByteBuffer all = root.nioBuffer(0, root.capacity());
            return Unpooled.wrappedBuffer(all.asReadOnlyBuffer());
        }
    };

    /** Allocates the memory of the source. */
    ByteBuf allocate(int capacity) {
        return ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
    }

    /** Returns a view on the allocated buffer; release the allocated buffer, not the view. */
    abstract ByteBuf view(ByteBuf root);
}
