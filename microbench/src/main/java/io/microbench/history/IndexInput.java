/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the parts of a {@link FolderIndex} one after another. */
final class IndexInput {

    private final ByteBuffer bytes;

    IndexInput(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    int number() {
        return bytes.getInt();
    }

    long longNumber() {
        return bytes.getLong();
    }

    /** Returns how many of something follow, at most one in each byte that is left. */
    int count() {
        int count = bytes.getInt();
        if (count < 0 || count > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    String text() {
        byte[] text = new byte[count()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    boolean flag() {
        return bytes.get() != 0;
    }

    OptionalLong maybeLong() {
        return flag() ? OptionalLong.of(longNumber()) : OptionalLong.empty();
    }

    Optional<String> maybeText() {
        return flag() ? Optional.of(text()) : Optional.empty();
    }
}
