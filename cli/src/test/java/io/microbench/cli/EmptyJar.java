// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipOutputStream;

/** A jar without entries. */
final class EmptyJar {

    private EmptyJar() {}

    static Path create(Path file) throws IOException {
        new ZipOutputStream(Files.newOutputStream(file)).close();
        return file;
    }
}
