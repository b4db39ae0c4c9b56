// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

/**
 * One case in one run of a history.
 *
 * @param summary the measured values
 */
public record HistoryEntry(RunSummary run, CaseSummary summary) {

    HistoryEntry in(String unit) {
        return unit.equals(summary.unit()) ? this : new HistoryEntry(run, summary.in(unit));
    }

    /** Returns the value over forks, in the unit of the case. */
    public double value() {
        return summary.value();
    }
}
