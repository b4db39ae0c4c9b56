// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.composite;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/** How the pieces of a message are assembled. */
public enum Layout {
    /** Copied into one direct buffer. */
    COPIED(8) {
        @Override
        ByteBuf assemble(ByteBuf[] pieces, int bytes) {
            ByteBuf all = ByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
            for (ByteBuf piece : pieces) {
                all.writeBytes(piece, piece.readerIndex(), piece.readableBytes());
                piece.release();
            }
            return all;
        }
    },

    /** Not copied: eight components. */
    COMPOSITE_8(8) {
        @Override
        ByteBuf assemble(ByteBuf[] pieces, int bytes) {
            return composite(pieces);
        }
    },

    /** Not copied: 128 components, far more than the default limit of Netty's allocator, 16. */
    COMPOSITE_128(128) {
        @Override
        ByteBuf assemble(ByteBuf[] pieces, int bytes) {
            return composite(pieces);
        }
    };

    private final int pieces;

    Layout(int pieces) {
        this.pieces = pieces;
    }

    /** Returns the number of pieces, a power of two. */
    int pieces() {
        return pieces;
    }

    /**
     * Creates one buffer from the pieces, and takes ownership of them.
     *
     * @param bytes the total number of bytes
     */
    abstract ByteBuf assemble(ByteBuf[] pieces, int bytes);

    private static CompositeByteBuf composite(ByteBuf[] pieces) {
        CompositeByteBuf all = ByteBufAllocator.DEFAULT.compositeDirectBuffer(pieces.length);
        for (ByteBuf piece : pieces) {
            all.addComponent(true, piece);
        }
        return all;
    }
}
