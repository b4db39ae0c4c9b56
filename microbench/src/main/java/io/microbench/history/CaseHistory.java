/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.util.List;

/**
 * The history of one case.
 *
 * @param caseId which case
 * @param segments the parts that compare within themselves, in the order of their first runs; at least 1
 */
public record CaseHistory(String caseId, List<HistorySegment> segments) {

    /** Copies the list. */
    public CaseHistory {
        segments = List.copyOf(segments);
    }
}
