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

/** Counts how many of the keys that an {@link AcknowledgingWriter} was acknowledged are missing in the store that it left. */
public final class AcknowledgedReader {

    private AcknowledgedReader() {}

    /** Takes a backend, a durability and a folder, and the output of the writer as input; prints both counts. */
    public static void main(String[] arguments) throws Exception {
        Store store = AcknowledgingWriter.open(arguments[0], Durability.of(arguments[1]), Path.of(arguments[2]));
        List<Long> acknowledged = acknowledged(System.in);
        System.out.println(missing(store, acknowledged).size() + " " + acknowledged.size());
        System.out.flush();
        // A member has threads of its own.
        System.exit(0);
    }

    /** Reads to the end; what follows the last whole key was not acknowledged. */
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
