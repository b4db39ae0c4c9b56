// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Finds the program {@code etcd} of this machine. */
final class EtcdBinary {

    private EtcdBinary() {}

    /** Returns the first one on the {@code PATH}. */
    static Optional<Path> find() {
        return find(System.getenv().getOrDefault("PATH", ""));
    }

    static Optional<Path> find(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder).resolve("etcd"))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Returns why etcd is missing; empty if it is found. */
    static Optional<String> missing(String path) {
        return find(path).isPresent()
                ? Optional.empty()
                : Optional.of("no etcd on the PATH, " + path + "; Debian has it in the package etcd-server");
    }
}
