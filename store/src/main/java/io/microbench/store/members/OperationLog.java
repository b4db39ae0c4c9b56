// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The log of one client's operations and results in a file, which is complete even if the client is killed: each line
 * is passed to the operating system before the operation begins, or before its outcome is used.
 *
 * <p>A client does one operation after the other. Lines are {@code invoked <client> <kind> <key> <value> <nanos>}, each
 * followed by {@code returned <value> <nanos>} or {@code failed} if the outcome is known, with {@code -} for no value.
 */
final class OperationLog implements AutoCloseable {

    private static final String INVOKED = "invoked";
    private static final String RETURNED = "returned";
    private static final String FAILED = "failed";
    private static final String NONE = "-";

    private final int client;
    private final LongSupplier clock;
    private final OutputStream out;

    /**
     * Creates a log.
     *
     * @param clock in nanoseconds; the same for all clients
     * @throws IOException if the file cannot be written
     */
    OperationLog(Path file, int client, LongSupplier clock) throws IOException {
        this.client = client;
        this.clock = clock;
        out = new FileOutputStream(file.toFile());
    }

    void invoked(Operation.Kind kind, long key, OptionalLong value) throws IOException {
        write(INVOKED + " " + client + " " + kind.word() + " " + key + " " + word(value) + " " + clock.getAsLong());
    }

    void returned(OptionalLong found) throws IOException {
        write(RETURNED + " " + word(found) + " " + clock.getAsLong());
    }

    void failed() throws IOException {
        write(FAILED);
    }

    private void write(String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static String word(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : NONE;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /**
     * Reads a log, even if its client was killed.
     *
     * @throws IOException if it cannot be read, or is not a log
     */
    static List<Operation> read(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII);
        List<Operation> operations = new ArrayList<>();
        // Text after the last line break was not written completely.
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        int number = 0;
        for (String line : whole.lines().toList()) {
            number++;
            try {
                add(line.split(" ", -1), operations);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new IOException(file + " line " + number + " is not of a log of operations: " + line, e);
            }
        }
        return operations;
    }

    private static void add(String[] words, List<Operation> operations) {
        switch (words[0]) {
            case INVOKED ->
                operations.add(new Operation(
                        Integer.parseInt(words[1]),
                        Long.parseLong(words[3]),
                        Operation.Kind.of(words[2]),
                        value(words[4]),
                        Long.parseLong(words[5]),
                        OptionalLong.empty()));
            case RETURNED -> {
                int last = operations.size() - 1;
                operations.set(last, operations.get(last).returned(value(words[1]), Long.parseLong(words[2])));
            }
            case FAILED -> {
                // Recorded like an unknown outcome.
            }
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static OptionalLong value(String word) {
        return word.equals(NONE) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(word));
    }
}
