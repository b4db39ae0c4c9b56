/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts secrets out of what is kept or shown: values whose name says password, secret, token or key, and the password before the
 * {@code @} of a URL.
 */
public final class Redaction {

    /** What stands in the place of a secret. */
    public static final String CUT = "***";

    private static final Pattern IN_URL = Pattern.compile("(\\w://[^/\\s:@]*):[^/\\s@]+@");
    private static final Pattern ASSIGNMENT = Pattern.compile("([\\w.-]+)=(?:(?=[\\w.-]+=)|([^;&\\s\"',)]+))");
    private static final Pattern WORD_ENDS = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])");
    private static final Set<String> ANYWHERE =
            Set.of("password", "passwd", "pwd", "passphrase", "secret", "secrets", "credential", "credentials");
    private static final Set<String> LAST = Set.of("token", "key");

    /** Properties of the JVM, of JMH and of this harness; what else a host is given is nobody's business. */
    private static final List<String> KEPT = List.of("java.", "jdk.", "sun.", "user.", "file.", "jmh.", "microbench.");

    private Redaction() {}

    /** Returns whether the value of something with the given name is a secret. */
    public static boolean isSecret(String name) {
        String[] words = WORD_ENDS.split(name, -1);
        for (int i = 0; i < words.length; i++) {
            String word = words[i].toLowerCase(Locale.ROOT);
            if (ANYWHERE.contains(word)
                    || ANYWHERE.stream().anyMatch(word::endsWith)
                    || (i == words.length - 1 && LAST.contains(word))) {
                return true;
            }
        }
        return false;
    }

    /** Returns a value, or what stands in its place if its name says that it is a secret. */
    public static String value(String name, String value) {
        return isSecret(name) ? CUT : text(value);
    }

    /** Returns a text without secrets: {@code name=value} as in URLs and arguments, and {@code //user:password@}. */
    public static String text(String text) {
        String withoutUsers = IN_URL.matcher(text).replaceAll("$1:" + Matcher.quoteReplacement(CUT) + "@");
        return ASSIGNMENT
                .matcher(withoutUsers)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(2) != null && isSecret(found.group(1))
                                ? found.group(1) + "=" + CUT
                                : found.group()));
    }

    /** Returns arguments of a JVM without secrets, and without system properties that say nothing of the JVM. */
    public static List<String> arguments(List<String> arguments) {
        return arguments.stream().filter(Redaction::isKept).map(Redaction::text).toList();
    }

    private static boolean isKept(String argument) {
        return !argument.startsWith("-D") || KEPT.stream().anyMatch(prefix -> argument.startsWith("-D" + prefix));
    }
}
