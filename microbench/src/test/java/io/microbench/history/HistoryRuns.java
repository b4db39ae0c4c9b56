// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The runs of a store and the warnings from reading them. */
record HistoryRuns(List<RunSummary> runs, List<String> warnings) {

    static HistoryRuns of(HistoryStore store) {
        List<String> warnings = new ArrayList<>();
        return new HistoryRuns(store.read(Optional.empty(), warnings::add), warnings);
    }
}
