// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.io.PrintStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes external text printable: labels, values of parameters, messages, output of forks.
 *
 * <p>Control characters (among them ESC and the C1 set with U+009B), directional overrides such as U+202E, and line separators
 * are replaced by a blank. Without them, data can neither move the cursor of a terminal, nor change its colours, nor hide a
 * part of a line. The joiners U+200C and U+200D are kept: scripts and pictographs need them, and they are harmless.
 */
public final class Printable {

    /** Longer values are cut in messages. */
    private static final int LONGEST_VALUE = 200;

    /** Longer messages are cut; the limit allows several pages of compiler errors. */
    private static final int LONGEST_MESSAGE = 10_000;

    /** Number of characters kept from the end of a long message, which says what to do. */
    private static final int LAST_WORDS = 1_000;

    private static final String OTHERS = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}&&[^\\u200C\\u200D]";

    private static final Pattern HIDDEN = Pattern.compile("[" + OTHERS + "]+");

    private static final Pattern HIDDEN_IN_LINES = Pattern.compile("[" + OTHERS + "&&[^\\n\\t\\r]]+|\\r(?!\\n)");

    /** Control characters that reports add: colours from {@code ConsoleStyle}, and the character after {@code @} in Markdown. */
    private static final Pattern ADDED = Pattern.compile("\u001B\\[\\d{1,2}m|(?<=@)\u200B");

    private Printable() {}

    public static String line(String text) {
        return HIDDEN.matcher(text).replaceAll(" ");
    }

    /** Returns the text with its line breaks and tabs. */
    public static String lines(String text) {
        return HIDDEN_IN_LINES.matcher(text).replaceAll(" ");
    }

    /** Returns a value for a message: one line, cut if it is long, with its length appended. */
    public static String value(String value) {
        String line = line(value);
        return line.length() <= LONGEST_VALUE
                ? line
                : line.substring(0, LONGEST_VALUE) + "… (" + value.length() + " characters)";
    }

    /** Returns the lines of a message; the middle of a very long message is cut. */
    static String message(String message) {
        String lines = lines(message);
        return lines.length() <= LONGEST_MESSAGE
                ? lines
                : lines.substring(0, LONGEST_MESSAGE - LAST_WORDS) + "… (" + message.length() + " characters) …"
                        + lines.substring(lines.length() - LAST_WORDS);
    }

    /** Returns a stream that cleans text by {@link #lines} and prints it to another stream; bytes are unchanged. */
    public static PrintStream stream(PrintStream target) {
        return new Cleaning(target, false);
    }

    /** Returns a stream like {@link #stream} for reports; it keeps the control characters that reports add. */
    public static PrintStream reports(PrintStream target) {
        return new Cleaning(target, true);
    }

    private static final class Cleaning extends PrintStream {

        private final PrintStream target;
        private final boolean reports;

        Cleaning(PrintStream target, boolean reports) {
            super(target, true);
            this.target = target;
            this.reports = reports;
        }

        @Override
        public void print(String text) {
            target.print(reports ? aroundAdded(String.valueOf(text)) : lines(String.valueOf(text)));
        }

        private static String aroundAdded(String text) {
            StringBuilder clean = new StringBuilder(text.length());
            Matcher added = ADDED.matcher(text);
            int from = 0;
            while (added.find()) {
                clean.append(lines(text.substring(from, added.start()))).append(added.group());
                from = added.end();
            }
            return clean.append(lines(text.substring(from))).toString();
        }
    }
}
