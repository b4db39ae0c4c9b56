/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.guard.Guard;
import io.microbench.guard.Guards;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the warnings about a comparison, with the side that each is about.
 *
 * <p>Not of the machine's drift, which forks in turn share, nor of outliers, which the medians of short forks leave
 * out.
 */
final class SideWarnings {

    private static final Set<Guard.Kind> DOUBTS =
            EnumSet.complementOf(EnumSet.of(Guard.Kind.DRIFT, Guard.Kind.OUTLIERS));

    private SideWarnings() {}

    /** Returns one line for each kind of doubt; what both sides have in the same words comes once. */
    static List<String> of(RunRecord baseline, RunRecord candidate) {
        List<Guard> before = Guards.of(baseline, DOUBTS);
        List<Guard> after = Guards.of(candidate, DOUBTS);
        List<Guard> both = before.stream().filter(after::contains).toList();
        List<String> lines = new ArrayList<>();
        add(lines, "Both sides, ", both);
        add(
                lines,
                "Baseline, ",
                before.stream().filter(guard -> !both.contains(guard)).toList());
        add(
                lines,
                "Candidate, ",
                after.stream().filter(guard -> !both.contains(guard)).toList());
        return List.copyOf(lines);
    }

    private static void add(List<String> lines, String side, List<Guard> guards) {
        Guards.lines(guards).forEach(line -> lines.add(side + line));
    }
}
