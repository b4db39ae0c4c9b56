/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Makes names of files from names of snippets, each name once. */
final class FileNames {

    private static final int LONGEST = 80;

    private final String suffix;
    private final Set<String> taken = new HashSet<>();

    FileNames(String suffix) {
        this.suffix = suffix;
    }

    /** Returns a name that every file system takes, with a number where others have come to the same. */
    String of(String snippet) {
        String plain = snippet.replaceAll("[^A-Za-z0-9_.=]+", "-");
        String cut = plain.substring(0, Math.min(plain.length(), LONGEST)).replaceAll("^[-.]+|[-.]+$", "");
        String name = cut.isEmpty() ? "snippet" : cut;
        String unique = name;
        // Some file systems do not tell capitals from small letters.
        for (int i = 2; !taken.add(unique.toLowerCase(Locale.ROOT)); i++) {
            unique = name + "-" + i;
        }
        return unique + suffix;
    }
}
