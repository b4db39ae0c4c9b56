// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

/**
 * Matches text against a pattern in which {@code *} stands for any characters and {@code ?} for exactly one.
 *
 * <p>Only the last {@code *} seen is ever tried again, so the work is bounded by the length of the text times that of the
 * pattern; no pattern makes it explode, as a regular expression might.
 */
public final class Glob {

    private Glob() {}

    /** Returns the same for the name of a class or method, whose nested classes may be written with a dollar sign as well. */
    static boolean matchesName(String pattern, String name) {
        return matches(pattern, name) || (pattern.indexOf('$') >= 0 && matches(pattern.replace('$', '.'), name));
    }

    /** Returns whether the whole text matches the pattern; upper and lower case differ. */
    public static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
