/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.util.Set;
import java.util.TreeSet;

/**
 * The values that annotations in Java source give to one name.
 *
 * <p>Only literals can be read. Where there is anything else, a constant or an enum behind a blank {@code @Param}, any value may
 * be among them.
 */
final class SourceValues {

    private final Set<String> literals = new TreeSet<>();
    private boolean open;

    /** Takes the arguments of an annotation, with their parentheses; blank for none. */
    void take(String arguments) {
        boolean any = false;
        int at = 0;
        while (at < arguments.length()) {
            char c = arguments.charAt(at);
            int start = at;
            if (c == '"') {
                at = endOfString(arguments, at);
                literals.add(arguments.substring(start + 1, at));
                any = true;
            } else if (Character.isJavaIdentifierPart(c)) {
                while (at + 1 < arguments.length() && Character.isJavaIdentifierPart(arguments.charAt(at + 1))) {
                    at++;
                }
                String word = arguments.substring(start, at + 1);
                literals.add(word);
                // A number says itself, and so does the last part of a qualified name; what a bare name stands for is
                // unknown.
                open |= !Character.isDigit(c) && !word.equals("value");
                any = true;
            }
            at++;
        }
        open |= !any;
    }

    /** Returns whether the word or literal stands among the arguments. */
    boolean has(String value) {
        return literals.contains(value);
    }

    private static int endOfString(String text, int quote) {
        int at = quote + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, text.length());
    }

    /** Returns whether a term of a filter, {@code name=value}, may be true of one of the values. */
    boolean mayBe(String name, String term) {
        return literals.stream().anyMatch(value -> Glob.matches(term, name + "=" + value))
                || (open && term.startsWith(name + "="));
    }
}
