// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Derives unique file names from names of cases. */
public final class FileNames {

    private static final int LONGEST = 80;

    private final String otherwise;
    private final Set<String> taken = new HashSet<>();

    /** Creates a generator that uses the given name for titles without a usable character. */
    public FileNames(String otherwise) {
        this.otherwise = otherwise;
    }

    /** Returns a name that every file system accepts, with a number if it is already used. */
    public String of(String title) {
        String plain = title.replaceAll("[^A-Za-z0-9_.=]+", "-");
        String cut = plain.substring(0, Math.min(plain.length(), LONGEST)).replaceAll("^[-.]+|[-.]+$", "");
        String name = cut.isEmpty() ? otherwise : cut;
        String unique = name;
        // Some file systems ignore case.
        for (int i = 2; !taken.add(unique.toLowerCase(Locale.ROOT)); i++) {
            unique = name + "-" + i;
        }
        return unique;
    }
}
