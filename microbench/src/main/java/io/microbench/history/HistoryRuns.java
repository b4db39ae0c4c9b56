// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.List;

/**
 * Holds what was read from a history.
 *
 * @param runs the runs, each of them once, in the order of time
 * @param warnings what could not be read or is not part of a history: one line each, naming the file or row; to be shown
 */
public record HistoryRuns(List<RunSummary> runs, List<String> warnings) {

    /** Copies both lists. */
    public HistoryRuns {
        runs = List.copyOf(runs);
        warnings = List.copyOf(warnings);
    }
}
