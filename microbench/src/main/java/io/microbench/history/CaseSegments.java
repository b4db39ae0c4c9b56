// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the segments of one case, from 0 in the order in which they begin.
 *
 * <p>Entries of earlier versions know less of how they were measured. They belong to the segment that began last among those that
 * compare as far as is known; where one began with them, later entries go on with it, and what these know holds for all of it.
 */
final class CaseSegments {

    private final List<HistorySegment.Key> segments = new ArrayList<>();
    private final Map<HistorySegment.Key, Integer> numbers = new HashMap<>();
    private HistorySegment.@Nullable Key last;
    private int lastNumber;

    /** Returns the segment of a case at a place of a run; runs come in the order of time. */
    int number(RunSummary run, int place) {
        HistorySegment.Key key = HistorySegment.Key.of(run, place);
        // Most runs are like the one before.
        if (!key.equals(last)) {
            lastNumber = numbers.computeIfAbsent(key, this::number);
            last = key;
        }
        return lastNumber;
    }

    private int number(HistorySegment.Key key) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).compares(key)) {
                segments.set(i, segments.get(i).with(key));
                return i;
            }
        }
        segments.add(key);
        return segments.size() - 1;
    }
}
