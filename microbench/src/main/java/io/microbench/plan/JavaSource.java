/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits Java source into words and signs, without comments and strings.
 *
 * <p>Knows just enough of the language for {@link SourceScan}: text blocks and character literals are skipped, an annotation is
 * one token with its {@code @} and its simple name, and its arguments are one more, with their parentheses.
 */
final class JavaSource {

    private final String text;
    private int at;

    private JavaSource(String text) {
        this.text = text;
    }

    /** Returns the tokens in order. */
    static List<String> tokens(String text) {
        JavaSource source = new JavaSource(text);
        List<String> tokens = new ArrayList<>();
        while (source.at < text.length()) {
            source.next(tokens);
        }
        return tokens;
    }

    private void next(List<String> tokens) {
        char c = text.charAt(at);
        if (text.startsWith("//", at)) {
            skipPast("\n");
        } else if (text.startsWith("/*", at)) {
            at += 2;
            skipPast("*/");
        } else if (text.startsWith("\"\"\"", at)) {
            at += 3;
            skipPast("\"\"\"");
        } else if (c == '"' || c == '\'') {
            skipLiteral(c);
        } else if (c == '@') {
            annotation(tokens);
        } else if (Character.isJavaIdentifierStart(c)) {
            tokens.add(name());
        } else {
            at++;
            if (!Character.isWhitespace(c)) {
                tokens.add(String.valueOf(c));
            }
        }
    }

    private void annotation(List<String> tokens) {
        at++;
        String name = qualifiedName();
        if (name.equals("interface")) {
            tokens.add(name);
            return;
        }
        tokens.add("@" + name.substring(name.lastIndexOf('.') + 1));
        if (at < text.length() && text.charAt(at) == '(') {
            tokens.add(arguments());
        }
    }

    private String arguments() {
        int start = at;
        int depth = 0;
        List<String> ignored = new ArrayList<>();
        do {
            char c = text.charAt(at);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == '(' || c == ')') {
                at++;
            } else {
                next(ignored);
            }
        } while (depth > 0 && at < text.length());
        return text.substring(start, Math.min(at, text.length()));
    }

    private String qualifiedName() {
        StringBuilder name = new StringBuilder(name());
        while (at + 1 < text.length()
                && text.charAt(at) == '.'
                && Character.isJavaIdentifierStart(text.charAt(at + 1))) {
            at++;
            name.append('.').append(name());
        }
        return name.toString();
    }

    private String name() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private void skipLiteral(char quote) {
        at++;
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipPast(String end) {
        int found = text.indexOf(end, at);
        at = found < 0 ? text.length() : found + end.length();
    }
}
