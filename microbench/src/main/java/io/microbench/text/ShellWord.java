// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/** Words of a command line that is printed to be pasted into a shell. */
public final class ShellWord {

    private ShellWord() {}

    /** Quotes a word for a POSIX shell; one that needs no quotes stays as it is. */
    public static String quote(String word) {
        return word.matches("[\\w.,:/=+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
