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
 * the {@code @} of a URL. Redaction is idempotent.
 *
 * <p>Records are redacted when they are created, so that no record contains a secret.
 */
public final class Redaction {

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

    /** Every word above contains one of these, which allows a quick check. */
    private static final List<String> STEMS = List.of("pass", "pwd", "secret", "credential", "token", "key");

    private static final Set<String> LAST = Set.of("token", "key", "pass");

    /** Suffixes of names whose value is only the location of a secret, such as {@code keyFile}. */
    private static final Set<String> PLACES = Set.of("file", "variable");

    /** Prefixes of the properties of the JVM, of JMH and of this harness; other properties of a host are not recorded. */
    private static final List<String> KEPT = List.of("java.", "jdk.", "sun.", "user.", "file.", "jmh.", "microbench.");

    private Redaction() {}

    public static boolean isSecret(String name) {
        return mayBeSecret(name.toLowerCase(Locale.ROOT)) && namesSecret(name);
    }

    /** Returns false for most names without splitting them into words, because a long run has millions of names. */
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

    public static boolean isSecretArgument(String argument) {
        return !argument(argument).equals(argument);
    }

    /** Returns a value, or its replacement if its name denotes a secret. */
    public static String value(String name, String value) {
        return isSecret(name) ? CUT : text(value);
    }

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

    /** Returns a JDBC URL without the part after {@code ?} or {@code ;}, which contains user and password; other text is unchanged. */
    public static String databaseUrl(String text) {
        return text.startsWith(JDBC) ? text.split("[?;]", 2)[0] : text;
    }

    public static List<String> lines(List<String> lines) {
        return lines.stream().map(Redaction::text).toList();
    }

    /** Returns a JVM argument without secrets. The value of a system property extends to the end of the argument. */
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

    /**
     * Removes the values of secrets from running text: {@code name=value} as in URLs, JVM arguments and environment variables.
     *
     * <p>A value ends at a blank, a quote, a semicolon or an ampersand, or at a comma or parenthesis that belongs to the sentence. The
     * value of {@code -Dname=value} ends with its word. A quoted value, {@code name="value"} or {@code "-Dname=value"}, ends at the
     * closing quote or at the end of the line. The scanner is hand-written because a regular expression takes quadratic time, and the
     * text may be the whole output of a fork.
     */
    static final class SecretAssignments {

        /**
         * This word is also a common name of benchmark parameters; in running text, its values are redacted only in
         * URLs and arguments.
         */
        private static final String AMBIGUOUS = "key";

        private static final String STARTS_OF_QUERY = "?&;";

        private final String text;
        private final StringBuilder cut = new StringBuilder();
        private int taken;

        private SecretAssignments(String text) {
            this.text = text;
        }

        static String cut(String text) {
            return new SecretAssignments(text).cut();
        }

        private String cut() {
            for (int equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', Math.max(equals + 1, taken))) {
                int start = nameStart(equals);
                int end = isSecret(start, equals) ? valueEnd(start, equals + 1) : 0;
                if (end > equals + 1) {
                    cut.append(text, taken, equals + 1).append(Redaction.CUT);
                    taken = end;
                }
            }
            return cut.append(text, taken, text.length()).toString();
        }

        private int nameStart(int end) {
            int start = end;
            while (start > taken && isPartOfName(text.charAt(start - 1))) {
                start--;
            }
            return start;
        }

        private static boolean isPartOfName(char c) {
            return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
        }

        private boolean isSecret(int start, int end) {
            if (text.startsWith(Redaction.DEFINITION, start)) {
                return Redaction.isSecret(text.substring(start + Redaction.DEFINITION.length(), end));
            }
            String name = text.substring(start, end);
            boolean sure =
                    !name.equals(AMBIGUOUS) || (start > 0 && STARTS_OF_QUERY.indexOf(text.charAt(start - 1)) >= 0);
            return sure && Redaction.isSecret(name);
        }

        private int valueEnd(int name, int value) {
            if (name > 0 && isQuote(text.charAt(name - 1))) {
                return quoteEnd(value, text.charAt(name - 1));
            }
            if (text.startsWith(Redaction.DEFINITION, name)) {
                return wordEnd(value);
            }
            if (value < text.length() && isQuote(text.charAt(value))) {
                return Math.min(text.length(), quoteEnd(value + 1, text.charAt(value)) + 1);
            }
            int end = value;
            while (end < text.length() && !endsValue(end)) {
                end++;
            }
            return end;
        }

        /** Returns the index of the first blank outside of quotes, as in a shell. */
        private int wordEnd(int from) {
            int end = from;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                end = isQuote(text.charAt(end)) ? quoteEnd(end + 1, text.charAt(end)) + 1 : end + 1;
            }
            return Math.min(end, text.length());
        }

        /** Returns the index of the closing quote, or of the end of the line if there is none. */
        private int quoteEnd(int from, char quote) {
            int end = from;
            while (end < text.length() && text.charAt(end) != quote && text.charAt(end) != '\n') {
                end += text.charAt(end) == '\\' ? 2 : 1;
            }
            return Math.min(end, text.length());
        }

        private static boolean isQuote(char c) {
            return c == '"' || c == '\'';
        }

        private boolean endsValue(int at) {
            char c = text.charAt(at);
            return switch (c) {
                case ';', '&' -> true;
                case ',', ')' -> endsClause(at + 1);
                default -> isQuote(c) || Character.isWhitespace(c);
            };
        }

        /** Returns whether the comma or parenthesis before this index ends a value, and is not part of it. */
        private boolean endsClause(int next) {
            if (next == text.length()
                    || Character.isWhitespace(text.charAt(next))
                    || ",).;:".indexOf(text.charAt(next)) >= 0) {
                return true;
            }
            int end = next;
            while (end < text.length() && isPartOfName(text.charAt(end))) {
                end++;
            }
            return end > next && end < text.length() && text.charAt(end) == '=';
        }
    }
}
