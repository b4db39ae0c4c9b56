// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.access;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.util.IllegalReferenceCountException;

/**
 * The checks that buffers perform before an access in this JVM, determined by invalid accesses.
 *
 * @param bounds whether the buffer detects an index beyond the capacity
 * @param accessible whether the buffer detects an access after its release
 */
record AccessChecks(boolean bounds, boolean accessible) {

    static final String BOUNDS_PROPERTY = "io.netty.buffer.checkBounds";
    static final String ACCESSIBLE_PROPERTY = "io.netty.buffer.checkAccessible";

    /** Determines the checks of an array buffer, where the JVM rejects accesses that the buffer does not check. */
    static AccessChecks ofThisJvm() {
        ByteBuf buffer = new UnpooledHeapByteBuf(UnpooledByteBufAllocator.DEFAULT, 1, 1);
        boolean bounds = refusal(buffer, new byte[2]).getClass() == IndexOutOfBoundsException.class;
        buffer.release();
        return new AccessChecks(bounds, refusal(buffer, new byte[1]) instanceof IllegalReferenceCountException);
    }

    private static RuntimeException refusal(ByteBuf buffer, byte[] target) {
        try {
            buffer.getBytes(0, target);
        } catch (IndexOutOfBoundsException | IllegalReferenceCountException e) {
            return e;
        }
        throw new IllegalStateException(
                "a buffer of " + buffer.capacity() + " bytes has filled an array of " + target.length);
    }

    /** Prints the checks of this JVM. */
    public static void main(String[] arguments) {
        System.out.println(ofThisJvm());
    }
}
