// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A process that puts keys with several threads, and prints each acknowledged key, until it is killed. */
public final class AcknowledgingWriter {

    static final int THREADS = 4;
    private static final int VALUE = 100;
    private static final int THREAD_BITS = 32;

    private AcknowledgingWriter() {}

    static byte[] value(long key) {
        return ByteBuffer.allocate(VALUE).putLong(key).array();
    }

    /** Opens a store in a folder with the data of an earlier one; a replicated store has one member, in this JVM. */
    static Store open(String name, Durability durability, Path folder) throws Exception {
        Backends backends = Backends.of(AcknowledgingWriter.class.getClassLoader(), System.err::println);
        boolean replicated = backends.having(ReplicatedBackend.class, durability).stream()
                .anyMatch(each -> each.name().equals(name));
        if (!replicated) {
            return backends.named(LocalBackend.class, name, durability).open(folder, durability);
        }
        ReplicatedBackend backend = backends.named(ReplicatedBackend.class, name, durability);
        return new Ensemble(backend, durability, 1, folder).start().connect(1, backend.strongestReads());
    }

    /** Writes to a store with the given backend, durability and folder. */
    public static void main(String[] arguments) throws Exception {
        Store store = open(arguments[0], Durability.of(arguments[1]), Path.of(arguments[2]));
        // Unbuffered, so that output before a kill is not lost.
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
