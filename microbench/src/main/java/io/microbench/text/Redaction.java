// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from stored or printed text: values whose name contains password, secret, token or key, and the password before
 * the {@code @} of a URL. Redacting a text twice does not change it further.
 *
 * <p>Records are redacted when they are created, so that no record contains a secret.
 */
public final class Redaction {

    /** The replacement of a secret. */
    public static final String CUT = "***";

    /** Prefix of a system property among the arguments of a JVM. */
    static final String DEFINITION = "-D";

    private static final String JDBC = "jdbc:";

    private static final Pattern IN_URL = Pattern.compile("(\\w://[^/\\s:@]*):[^/\\s]+@");

    /** Options of an agent that are a single word without a name, such as a licence key; named options are redacted by name. */
    private static final Pattern OF_AGENT =
            Pattern.compile("(-(?:javaagent|agentlib|agentpath):[^\\s=]*+=)[^\\s=\"']++(?!=)");

    private static final Pattern AGENT = Pattern.compile("(-(?:javaagent|agentlib|agentpath):[^=]*+=)[^=]++");

    /** Word boundaries: next to characters other than letters, and within {@code dbPassword} and {@code APIToken}. */
    private static final Pattern WORD_ENDS = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private static final Set<String> ANYWHERE = Set.of(
            "password",
            "passwd",
            "pwd",
            "passphrase",
            "secret",
            "secrets",
            "credential",
            "credentials",
            "apikey",
            "authtoken");

    /** Each of these words, and of those that count only at the end of a name, contains one of these. */
    private static final List<String> STEMS = List.of("pass", "pwd", "secret", "credential", "token", "key");

    private static final Set<String> LAST = Set.of("token", "key", "pass");

    /** Ends of names whose value is only the place of a secret, such as {@code keyFile}. */
    private static final Set<String> PLACES = Set.of("file", "variable");

    /** Properties of the JVM, of JMH and of this harness; others of a host are not recorded. */
    private static final List<String> KEPT = List.of("java.", "jdk.", "sun.", "user.", "file.", "jmh.", "microbench.");

    private Redaction() {}

    /** Returns whether the value of something with the given name is a secret. */
    public static boolean isSecret(String name) {
        return mayBeSecret(name.toLowerCase(Locale.ROOT)) && namesSecret(name);
    }

    /** Returns false for most names without splitting them into words: a long run has millions of names. */
    private static boolean mayBeSecret(String name) {
        return STEMS.stream().anyMatch(name::contains);
    }

    private static boolean namesSecret(String name) {
        String[] words = WORD_ENDS.split(name, 0);
        if (words.length > 0 && PLACES.contains(words[words.length - 1].toLowerCase(Locale.ROOT))) {
            return false;
        }
        for (int i = 0; i < words.length; i++) {
            String word = words[i].toLowerCase(Locale.ROOT);
            if (ANYWHERE.stream().anyMatch(word::endsWith) || (i == words.length - 1 && LAST.contains(word))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an argument of a JVM contains a secret. */
    public static boolean isSecretArgument(String argument) {
        return !argument(argument).equals(argument);
    }

    /** Returns a value, or its replacement if its name is that of a secret. */
    public static String value(String name, String value) {
        return isSecret(name) ? CUT : text(value);
    }

    /** Returns values by their names, without secrets. */
    public static Map<String, String> values(Map<String, String> values) {
        Map<String, String> cut = new TreeMap<>();
        values.forEach((name, value) -> cut.put(name, value(name, value)));
        return cut;
    }

    /** Returns a text without secrets: {@code name=value} as in URLs and arguments, and {@code //user:password@}. */
    public static String text(String text) {
        String withoutUsers = text.contains("://")
                ? IN_URL.matcher(text).replaceAll("$1:" + Matcher.quoteReplacement(CUT) + "@")
                : text;
        String withoutAgents = withoutUsers.contains("-javaagent:") || withoutUsers.contains("-agent")
                ? OF_AGENT.matcher(withoutUsers).replaceAll("$1" + Matcher.quoteReplacement(CUT))
                : withoutUsers;
        return SecretAssignments.cut(withoutAgents);
    }

    /** Returns a JDBC URL without the part after {@code ?} or {@code ;}, which has user and password; else the text. */
    public static String databaseUrl(String text) {
        return text.startsWith(JDBC) ? text.split("[?;]", 2)[0] : text;
    }

    /** Returns lines without secrets. */
    public static List<String> lines(List<String> lines) {
        return lines.stream().map(Redaction::text).toList();
    }

    /** Returns an argument of a JVM without a secret; the whole value of a system property belongs to its name. */
    public static String argument(String argument) {
        Matcher agent = AGENT.matcher(argument);
        if (agent.matches()) {
            return agent.group(1) + CUT;
        }
        int equals = argument.indexOf('=');
        if (!argument.startsWith(DEFINITION) || equals < 0) {
            return text(argument);
        }
        String name = argument.substring(DEFINITION.length(), equals);
        return DEFINITION + name + "=" + value(name, argument.substring(equals + 1));
    }

    /** Returns arguments of a JVM without secrets. */
    public static List<String> arguments(List<String> arguments) {
        return arguments.stream().map(Redaction::argument).toList();
    }

    /** Returns arguments of a host's JVM without secrets, and without system properties that do not describe the JVM. */
    public static List<String> hostArguments(List<String> arguments) {
        return arguments.stream()
                .filter(Redaction::isKept)
                .map(Redaction::argument)
                .toList();
    }

    private static boolean isKept(String argument) {
        return !argument.startsWith(DEFINITION)
                || KEPT.stream().anyMatch(prefix -> argument.startsWith(DEFINITION + prefix));
    }
}
