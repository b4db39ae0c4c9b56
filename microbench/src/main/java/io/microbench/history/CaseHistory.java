// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The history of one case.
 *
 * @param segments the parts that compare within themselves, in the order of their first runs; at least 1
 */
public record CaseHistory(String caseId, List<HistorySegment> segments) {

    public CaseHistory {
        segments = List.copyOf(segments);
    }

    /** Returns where a segment was measured, and how, as far as not all segments were measured in the same way. */
    public String where(HistorySegment segment) {
        String machine =
                segment.environment().jdk() + " on " + segment.environment().cpuModel();
        return Stream.concat(Stream.of(machine), words(segment).stream().filter(word -> !segments.stream()
                        .allMatch(each -> words(each).contains(word))))
                .collect(Collectors.joining(", "));
    }

    private static List<String> words(HistorySegment segment) {
        List<HistoryEntry> entries = segment.entries();
        return entries.get(entries.size() - 1).summary().setup().words();
    }
}
