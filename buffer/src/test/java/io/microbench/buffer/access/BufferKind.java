// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteOrder;

/** The kinds of buffers whose access is compared. All except the first are views or parts of direct memory. */
public enum BufferKind {
    /** An array on the heap. */
    HEAP {
        @Override
        ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
            return allocator.heapBuffer(capacity, capacity);
        }
    },

    /** Memory outside the heap. */
    DIRECT,

    /** A composite buffer of sixteen direct buffers. */
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

    /** A direct buffer in a wrapper that only overrides release; wrappers of leak detection override more. */
    WRAPPED {
        @Override
        ByteBuf view(ByteBuf root) {
            return Unpooled.unreleasableBuffer(root);
        }
    },

    /** A direct buffer without its first eight bytes. */
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

    /** A read-only direct buffer. */
    READ_ONLY {
        @Override
        ByteBuf view(ByteBuf root) {
            return root.asReadOnly();
        }
    },

    /** A little-endian view of a direct buffer. */
    SWAPPED {
        @Override
        @SuppressWarnings("deprecation") // The methods ending in LE are an alternative; this kind measures the view.
        ByteBuf view(ByteBuf root) {
            return root.order(ByteOrder.LITTLE_ENDIAN);
        }
    };

    static final int COMPONENTS = 16;

    /**
     * Allocates the memory of a buffer of this kind.
     *
     * @param capacity the capacity in bytes, a multiple of {@link #COMPONENTS}
     */
    ByteBuf allocate(ByteBufAllocator allocator, int capacity) {
        return allocator.directBuffer(capacity, capacity);
    }

    /** Returns a view of this kind on the allocated buffer; release the allocated buffer, not the view. */
    ByteBuf view(ByteBuf root) {
        return root;
    }
}
