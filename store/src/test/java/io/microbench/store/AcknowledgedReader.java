// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Counts the acknowledged keys of an {@link AcknowledgingWriter} that are missing in its store. */
public final class AcknowledgedReader {

    private AcknowledgedReader() {}

    /** Reads a store with the given backend, durability and folder, and the writer's output; prints both counts. */
    public static void main(String[] arguments) throws Exception {
        Store store = AcknowledgingWriter.open(arguments[0], Durability.of(arguments[1]), Path.of(arguments[2]));
        List<Long> acknowledged = acknowledged(System.in);
        System.out.println(missing(store, acknowledged).size() + " " + acknowledged.size());
        System.out.flush();
        // The threads of a member would keep this JVM alive.
        System.exit(0);
    }

    /** Reads all acknowledged keys; an incomplete key at the end was not acknowledged. */
    static List<Long> acknowledged(InputStream in) throws IOException {
        List<Long> keys = new ArrayList<>();
        try (DataInputStream data = new DataInputStream(in)) {
            while (true) {
                keys.add(data.readLong());
            }
        } catch (EOFException e) {
            return keys;
        }
    }

    /** Returns the keys that do not have the value that the writer gave them. */
    static List<Long> missing(Store store, List<Long> acknowledged) throws IOException {
        List<Long> missing = new ArrayList<>();
        for (long key : acknowledged) {
            Optional<byte[]> found = store.get(key);
            if (found.isEmpty() || !Arrays.equals(found.get(), AcknowledgingWriter.value(key))) {
                missing.add(key);
            }
        }
        return missing;
    }
}
