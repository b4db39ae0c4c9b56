// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.UserException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Reads stored JSON documents of one kind, which may be damaged, of another kind, or written by a newer version.
 *
 * @param what the name of the kind in messages
 * @param version the highest supported schema version; also assumed for a document without a version
 * @param maxBytes the maximum size of a file
 * @param failure creates an exception from a message, which names the file and the place
 */
public record DocumentReader<T>(
        Class<T> type, String what, int version, long maxBytes, Function<String, UserException> failure) {

    private interface Source {
        InputStream open() throws IOException;
    }

    public T read(Path file) {
        return read(file.toString(), () -> {
            requireSize(file);
            return Files.newInputStream(file);
        });
    }

    /** Reads a document in memory; the place is only used in messages. */
    public T read(String place, byte[] document) {
        return read(place, () -> new ByteArrayInputStream(document));
    }

    /** Returns the content of a file without parsing it. */
    public byte[] bytes(Path file) {
        try {
            requireSize(file);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    void requireSize(Path file) throws IOException {
        long size = Files.size(file);
        if (size > maxBytes) {
            throw failure.apply(file + ": " + size + " bytes; a " + what + " has at most " + maxBytes);
        }
    }

    private T read(String place, Source source) {
        try (InputStream first = source.open();
                InputStream all = source.open()) {
            // Checked first, because the layout of a newer version may be unreadable.
            int found = RecordJson.number(first, "schemaVersion").orElse(version);
            if (found > version) {
                throw failure.apply(place + ": schema version " + found
                        + " was written by a newer Microbench; this one reads up to " + version
                        + ". Read it with that version.");
            }
            return RecordJson.read(all, type).orElseThrow(() -> failure.apply(place + ": is empty"));
        } catch (IOException e) {
            throw unreadable(place, e);
        } catch (MalformedJsonException e) {
            throw failure.apply(place + e.place() + ": not a " + what + " (" + e.reason() + ")");
        }
    }

    UserException unreadable(String place, IOException e) {
        return failure.apply(
                place + (e instanceof NoSuchFileException ? ": does not exist" : ": cannot be read (" + e + ")"));
    }
}
