// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.text.ConsoleStyle;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kind of standard error, a terminal or not, and its size.
 *
 * @param present whether a person looks at it
 * @param live whether lines that were printed can be replaced
 * @param rows of a live one
 * @param columns in which text is broken
 */
record ErrTerminal(boolean present, boolean live, int rows, int columns) {

    /** Set by the launcher, to the size that {@code stty} has found, if any: a JVM cannot find it on its own. */
    private static final String PROPERTY = "microbench-cli.errTerminal";

    private static final Pattern SIZE = Pattern.compile("(\\d{1,4}) (\\d{1,4})");
    private static final int USUAL_ROWS = 24;
    private static final int LEAST_COLUMNS = 20;

    /**
     * Returns that of this process.
     *
     * @param width of standard output; 0 where that is no terminal
     */
    static ErrTerminal ofThisProcess(int width) {
        return of(Optional.ofNullable(System.getProperty(PROPERTY)), System.getenv(), width);
    }

    /**
     * Reads what the launcher has found.
     *
     * @param found rows and columns, or anything else where the size is not known; empty where it is no terminal
     * @param variables the environment variables
     * @param width of standard output; 0 where that is no terminal
     */
    static ErrTerminal of(Optional<String> found, Map<String, String> variables, int width) {
        Matcher size = SIZE.matcher(found.orElse(""));
        boolean known = size.matches();
        int rows = known ? Integer.parseInt(size.group(1)) : 0;
        int columns = known ? Integer.parseInt(size.group(2)) : 0;
        boolean dumb = "dumb".equals(variables.getOrDefault("TERM", "dumb"));
        return new ErrTerminal(
                found.isPresent(),
                found.isPresent() && !dumb,
                rows > 0 ? rows : USUAL_ROWS,
                Math.max(LEAST_COLUMNS, width > 0 ? width : columns > 0 ? columns : ConsoleStyle.DEFAULT_WIDTH));
    }
}
