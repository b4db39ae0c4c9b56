/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * The secret of all nodes that one user starts on one machine, in a file of that user's: it keeps other users of the
 * machine out of clusters on the loopback device.
 */
final class UserSecret {

    private static final int BYTES = 32;
    private static final String NAME = "cluster-secret";

    private UserSecret() {}

    /** Returns {@code $XDG_CONFIG_HOME/microbench/cluster-secret}, or the same below {@code ~/.config}. */
    static Path file(Map<String, String> environment, String home) {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path folder = config.isEmpty() ? Path.of(home, ".config") : Path.of(config);
        return folder.resolve("microbench").resolve(NAME);
    }

    /**
     * Reads the secret of a file, which is made if it is not there.
     *
     * @throws ClusterException if it can neither be read nor made
     */
    static String readOrCreate(Path file) {
        if (!Files.exists(file)) {
            byte[] secret = new byte[BYTES];
            new SecureRandom().nextBytes(secret);
            try {
                PrivateFile.create(file, HexFormat.of().formatHex(secret) + "\n");
            } catch (IOException | UnsupportedOperationException e) {
                throw new ClusterException(
                        file + ": the secret of this user's nodes cannot be written (" + e
                                + "). Name a file that has one, or a variable of the environment.",
                        e);
            }
        }
        return new SecretSource.InFile(file).read();
    }
}
