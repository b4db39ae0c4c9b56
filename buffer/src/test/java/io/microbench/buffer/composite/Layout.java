// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.composite;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/** How the bytes of a message that came in pieces are put together. */
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

    /** Left where they are: eight components. */
    COMPOSITE_8(8) {
        @Override
        ByteBuf assemble(ByteBuf[] pieces, int bytes) {
            return composite(pieces);
        }
    },

    /** Left where they are: 128 components, far more than the 16 at which Netty's allocator sets the limit by default. */
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

    /** Returns in how many pieces the message comes, a power of two. */
    int pieces() {
        return pieces;
    }

    /**
     * Makes one buffer of the pieces, whose references it takes over.
     *
     * @param bytes how many bytes the pieces have together
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
