// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.nio.charset.Charset;
import java.util.Map;

/**
 * What a console can show.
 *
 * @param width columns that a row may take; 0 for as many as it needs
 * @param unicode whether signs such as ± can be encoded; otherwise their spelling in ASCII is used
 * @param colour whether ANSI colours are wanted
 */
public record ConsoleStyle(int width, boolean unicode, boolean colour) {

    /** The width of a terminal whose width is not known. */
    public static final int DEFAULT_WIDTH = 80;

    private static final String SIGNS = "±≈■…µ×∞–−";
    private static final String[][] ASCII = {
        {"±", "+-"}, {"≈", "~"}, {"■", "#"}, {"…", ".."}, {"µ", "u"}, {"×", "x"}, {"∞", "inf"}, {"–", "-"}, {"−", "-"}
    };

    public ConsoleStyle {
        if (width < 0) {
            throw new IllegalArgumentException("width = " + width + ": at least 0, and 0 stands for no limit");
        }
    }

    /** Returns the style of a file or a log: no limit of width, no colour. */
    public static ConsoleStyle plain() {
        return new ConsoleStyle(0, true, false);
    }

    /**
     * Returns the style for an output.
     *
     * <p>Colour needs a terminal, and <a href="https://no-color.org">{@code NO_COLOR}</a> set to anything switches it off.
     * The width of a terminal is taken from {@code COLUMNS}, {@value #DEFAULT_WIDTH} where that is not set; other outputs
     * have no limit.
     *
     * @param charset how the output encodes text
     * @param terminal whether a person looks at it
     * @param variables the environment variables
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

    /** Spells the text with the signs that the console has, and keeps control characters from reaching it. */
    public String text(String text) {
        String shown = text;
        if (!unicode) {
            for (String[] sign : ASCII) {
                shown = shown.replace(sign[0], sign[1]);
            }
        }
        return Printable.line(shown);
    }

    /** Wraps the text in a colour, where colours are wanted. */
    public String paint(Colour in, String text) {
        return colour && in != Colour.NONE ? "\u001B[" + in.code + "m" + text + "\u001B[0m" : text;
    }

    /** The few colours of the reports; each is a hint beside a word and never the only sign. */
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
