// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.util.Optional;
import java.util.Set;

/** The screen of a run for readers of its results: the output of failed cases, tables of rates, and one line with the progress. */
public final class BriefScreen {

    /** System property of a run with this screen: the parameters that distinguish the rows of a table, separated by commas. */
    public static final String ROWS = "io.microbench.brief.rows";

    /** System property: whether standard error is a terminal, on which the progress is shown. */
    public static final String LIVE = "io.microbench.brief.live";

    /** Clears the rest of the line and returns to its start. */
    private static final String END = "\u001B[K\r";

    private BriefScreen() {}

    /** Returns the parameters that distinguish the rows of a table; empty if the run prints all output. */
    public static Optional<Set<String>> rows() {
        return Optional.ofNullable(System.getProperty(ROWS)).map(names -> Set.of(names.split(",")));
    }

    static boolean isOn() {
        return rows().isPresent();
    }

    /** Replaces the progress line. */
    static void show(String text) {
        if (isOn() && Boolean.getBoolean(LIVE)) {
            System.err.print(text + END);
            System.err.flush();
        }
    }
}
