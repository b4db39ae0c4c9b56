// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/** Quotes words of command lines that are printed for use in a shell. */
public final class ShellWord {

    private ShellWord() {}

    /** Quotes a word for a POSIX shell; one that needs no quotes is unchanged. */
    public static String quote(String word) {
        return word.matches("[\\w.,:/=+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
