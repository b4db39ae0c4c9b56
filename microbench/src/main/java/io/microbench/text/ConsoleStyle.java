// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.nio.charset.Charset;
import java.util.Map;

/**
 * Capabilities of a console.
 *
 * @param width maximum number of columns of a row; 0 for no limit
 * @param unicode whether characters such as ± can be encoded; otherwise ASCII is used
 * @param colour whether to use ANSI colours
 */
public record ConsoleStyle(int width, boolean unicode, boolean colour) {

    /** The width assumed for a terminal of unknown width. */
    public static final int DEFAULT_WIDTH = 80;

    private static final String SIGNS = "±≈■…µ×∞–−";
    private static final String[][] ASCII = {
        {"±", "+-"}, {"≈", "~"}, {"■", "#"}, {"…", ".."}, {"µ", "u"}, {"×", "x"}, {"∞", "inf"}, {"–", "-"}, {"−", "-"}
    };

    /** Returns the style of a file or a log: no maximum width, no colours. */
    public static ConsoleStyle plain() {
        return new ConsoleStyle(0, true, false);
    }

    /**
     * Returns the style for an output.
     *
     * <p>Colours require a terminal and are disabled if <a href="https://no-color.org">{@code NO_COLOR}</a> is set to any
     * value. The width of a terminal is that of {@code COLUMNS}, or {@value #DEFAULT_WIDTH} if it is not set; other
     * outputs have no maximum width.
     */
    public static ConsoleStyle of(Charset charset, boolean terminal, Map<String, String> variables) {
        boolean unicode = charset.canEncode() && charset.newEncoder().canEncode(SIGNS);
        boolean colour = terminal
                && variables.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(variables.getOrDefault("TERM", ""));
        return new ConsoleStyle(terminal ? columns(variables.getOrDefault("COLUMNS", "")) : 0, unicode, colour);
    }

    private static int columns(String value) {
        return value.matches("[1-9]\\d{0,4}") ? Integer.parseInt(value) : DEFAULT_WIDTH;
    }

    /** Replaces characters that the console cannot show, and removes control characters. */
    public String text(String text) {
        String shown = text;
        if (!unicode) {
            for (String[] sign : ASCII) {
                shown = shown.replace(sign[0], sign[1]);
            }
        }
        return Printable.line(shown);
    }

    public String paint(Colour in, String text) {
        return colour && in != Colour.NONE ? "\u001B[" + in.code + "m" + text + "\u001B[0m" : text;
    }

    /**
     * Breaks a line at blanks, and within a word that is wider than the terminal.
     *
     * @param line text without line feeds
     * @param width columns of the terminal; 0 for no limit
     * @param indent the beginning of all lines except the first; no line is broken if the indent is as wide as the terminal
     * @return the lines, separated by line feeds
     */
    public static String wrap(String line, int width, String indent) {
        StringBuilder text = new StringBuilder();
        String rest = line;
        while (width > indent.length() && rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > indent.length() ? blank : width;
            text.append(rest, 0, end).append('\n');
            rest = indent + rest.substring(end).strip();
        }
        return text.append(rest).toString();
    }

    /** The colours of the reports; each accompanies a word with the same meaning. */
    public enum Colour {
        NONE(0),
        RED(31),
        GREEN(32),
        YELLOW(33),
        BLUE(34),
        MAGENTA(35),
        CYAN(36),
        DIM(2),
        BOLD(1);

        private final int code;

        Colour(int code) {
            this.code = code;
        }
    }
}
