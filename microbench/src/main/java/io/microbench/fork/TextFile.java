// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the small files with counters of Linux; an unreadable file is empty, and text that is not a number is 0. */
final class TextFile {

    private static final int MOST_DIGITS = 18;

    private TextFile() {}

    static List<String> lines(Path file) {
        try {
            return Files.exists(file)
                    ? List.of(new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).split("\n", 0))
                    : List.of();
        } catch (IOException e) {
            return List.of();
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
