// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the small files with counters of Linux; an unreadable file is empty, and text that is not a number is 0. */
final class TextFile {

    private TextFile() {}

    static List<String> lines(Path file) {
        try {
            return Files.exists(file)
                    ? new String(Files.readAllBytes(file), StandardCharsets.US_ASCII)
                            .lines()
                            .toList()
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    static double number(String digits) {
        return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : 0;
    }
}
