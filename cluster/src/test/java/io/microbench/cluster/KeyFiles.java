// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.NodeKey.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Key files for tests. All tests of a JVM share one key, because keytool takes a second. */
public final class KeyFiles {

    private KeyFiles() {}

    private static final class Shared {

        private static final byte[] KEY = create();

        private static byte[] create() {
            try {
                Path folder = Files.createTempDirectory("key");
                Path file = folder.resolve("key.p12");
                NodeKey.readOrCreate(file);
                byte[] key = Files.readAllBytes(file);
                Files.delete(file);
                Files.delete(folder);
                return key;
            } catch (IOException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** Returns a file in the folder with the key that all tests share. */
    public static Path in(Path folder) throws IOException {
        Path file = folder.resolve("key.p12");
        PrivateFile.create(file, Shared.KEY);
        return file;
    }
}
