// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;

/** The kinds of buffers whose access is compared. All but the first are views or parts of direct memory. */
public enum BufferKind {
    /** An array of the heap. */
    HEAP {
        @Override
        ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
            return allocator.heapBuffer(capacity, capacity);
        }
    },

    /** Memory outside the heap. */
    DIRECT,

    /** Sixteen direct buffers that look like one. */
    COMPOSITE {
        @Override
        ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
            int part = capacity / COMPONENTS;
            CompositeByteBuf composite = allocator.compositeDirectBuffer(COMPONENTS);
            for (int i = 0; i < COMPONENTS; i++) {
                composite.addComponent(true, allocator.directBuffer(part, part).writeZero(part));
            }
            return composite;
        }
    },

    /** A direct buffer in a wrapper that overrides release only, as every wrapper of leak detection does and more. */
    WRAPPED {
        @Override
        ByteBuf view(ByteBuf root) {
            return Unpooled.unreleasableBuffer(root);
        }
    },

    /** All of a direct buffer but the first eight bytes. */
    SLICED {
        @Override
        ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
            return allocator.directBuffer(capacity + Long.BYTES, capacity + Long.BYTES);
        }

        @Override
        ByteBuf view(ByteBuf root) {
            return root.slice(Long.BYTES, root.capacity() - Long.BYTES);
        }
    },

    /** A direct buffer that refuses to be written. */
    READ_ONLY {
        @Override
        ByteBuf view(ByteBuf root) {
            return root.asReadOnly();
        }
    },

    /** A direct buffer whose numbers have their lowest byte first. */
    SWAPPED {
        @Override
        @SuppressWarnings("deprecation") // the methods ending in LE are a way of their own; this kind is about the view
        ByteBuf view(ByteBuf root) {
            return root.order(ByteOrder.LITTLE_ENDIAN);
        }
    };

    static final int COMPONENTS = 16;

    /**
     * Allocates the memory that a buffer of this kind shows.
     *
     * @param capacity in bytes, a multiple of {@link #COMPONENTS}
     */
    ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
        return allocator.directBuffer(capacity, capacity);
    }

    /** Returns the buffer of this kind that shows what was allocated; who allocated it releases that, not the view. */
    ByteBuf view(ByteBuf root) {
        return root;
    }
}
