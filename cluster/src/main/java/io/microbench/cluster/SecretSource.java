/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Tells where a secret is read from; never the command line, which every user of the machine can read. */
public sealed interface SecretSource {

    /** A file of which the first line is the secret. */
    record InFile(Path file) implements SecretSource {}

    /** A variable of the environment that has the secret. */
    record InVariable(String name) implements SecretSource {}

    /**
     * Reads the secret.
     *
     * @throws ClusterException if there is none, or a file that has it may be read by other users
     */
    default String read() {
        return read(System.getenv());
    }

    /** Reads the secret, a variable from the given ones. */
    default String read(Map<String, String> environment) {
        String secret;
        if (this instanceof InFile source) {
            secret = firstLine(source.file());
        } else {
            secret = environment.getOrDefault(((InVariable) this).name(), "");
        }
        if (secret.isBlank()) {
            throw new ClusterException(
                    this instanceof InFile source
                            ? source.file() + ": the secret is empty. Write it into the first line."
                            : "The variable " + ((InVariable) this).name()
                                    + " is not set, or empty. Set it to the secret.");
        }
        return secret.strip();
    }

    private static String firstLine(Path file) {
        PrivateFile.requirePrivate(file);
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new ClusterException(
                    file + ": the secret cannot be read (" + e + "). Name a file that has it in its first line.", e);
        }
    }
}
