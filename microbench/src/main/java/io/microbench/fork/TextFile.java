// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads the small files with counters of Linux. The lines of an unreadable file are empty, and text that is not a number is 0. */
final class TextFile {

    private static final int MOST_DIGITS = 18;

    private TextFile() {}

    static List<String> lines(Path file) {
        try {
            return List.of(read(file).split("\n", 0));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Reads a file with a stream, which is faster than a channel as long as its code is interpreted. */
    static String read(Path file) throws IOException {
        try (FileInputStream stream = new FileInputStream(file.toFile())) {
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    /** Returns whether a text begins with one of the prefixes; without a stream, whose first use takes milliseconds in a fork. */
    static boolean startsWithAny(String text, Iterable<String> prefixes) {
        for (String prefix : prefixes) {
            if (text.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    static double number(String digits) {
        if (digits.isEmpty() || digits.length() > MOST_DIGITS) {
            return 0;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return 0;
            }
        }
        return Long.parseLong(digits);
    }
}
