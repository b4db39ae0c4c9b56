/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A process that puts key after key by several threads, and writes each to its output once it is acknowledged, until it is killed. */
public final class AcknowledgingWriter {

    static final int THREADS = 4;
    private static final int VALUE = 100;
    private static final int THREAD_BITS = 32;

    private AcknowledgingWriter() {}

    static byte[] value(long key) {
        return ByteBuffer.allocate(VALUE).putLong(key).array();
    }

    /** Takes a backend, a durability and a folder. */
    public static void main(String[] arguments) throws IOException {
        Durability durability = Durability.of(arguments[1]);
        Store store = Backends.of(AcknowledgingWriter.class.getClassLoader(), System.err::println)
                .named(LocalBackend.class, arguments[0], durability)
                .open(Path.of(arguments[2]), durability);
        // Not buffered: what was written before a kill arrives.
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        for (int i = 0; i < THREADS; i++) {
            long first = (long) i << THREAD_BITS;
            new Thread(() -> write(store, first, out)).start();
        }
    }

    private static void write(Store store, long first, DataOutputStream out) {
        try {
            for (long key = first; ; key++) {
                store.put(key, value(key));
                synchronized (out) {
                    out.write(ByteBuffer.allocate(Long.BYTES).putLong(key).array());
                }
            }
        } catch (IOException e) {
            System.err.println("put failed: " + e);
        }
    }
}
