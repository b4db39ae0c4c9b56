/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes the parts of a {@link FolderIndex} one after another, into memory. */
final class IndexOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Something that a stream in memory never fails at. */
    private interface Write {

        void run() throws IOException;
    }

    private static void write(Write write) {
        try {
            write.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void number(int value) {
        write(() -> out.writeInt(value));
    }

    void longNumber(long value) {
        write(() -> out.writeLong(value));
    }

    void real(double value) {
        write(() -> out.writeDouble(value));
    }

    void count(int count) {
        number(count);
    }

    void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        count(encoded.length);
        write(() -> out.write(encoded));
    }

    void flag(boolean value) {
        write(() -> out.writeByte(value ? 1 : 0));
    }

    void maybeLong(OptionalLong value) {
        flag(value.isPresent());
        value.ifPresent(this::longNumber);
    }

    void maybeText(Optional<String> text) {
        flag(text.isPresent());
        text.ifPresent(this::text);
    }

    int size() {
        return bytes.size();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
