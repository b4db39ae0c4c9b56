// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/**
 * Finds the known name that is closest to an unknown one.
 *
 * <p>Distance is Levenshtein's: the number of characters to insert, delete or replace (V. I. Levenshtein, "Binary codes
 * capable of correcting deletions, insertions, and reversals", Soviet Physics Doklady 10, 1966). Case is ignored.
 */
public final class NearestName {

    private NearestName() {}

    /**
     * Returns the known name closest to an unknown one; if several are equally close, the first in alphabetical order; at least one name is
     * known.
     */
    public static String of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Returns the Levenshtein distance of two names, at least 0; case is ignored. */
    public static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
