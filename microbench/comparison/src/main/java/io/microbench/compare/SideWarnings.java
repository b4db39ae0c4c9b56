// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.result.RunRecord;
import io.microbench.warning.Guard;
import io.microbench.warning.Guards;
import java.util.ArrayList;
import java.util.List;

/** Collects the warnings about a comparison, with the side that each is about. */
final class SideWarnings {

    private SideWarnings() {}

    /** Returns one line for each kind of warning; a text that both sides have appears once. */
    static List<String> of(RunRecord baseline, RunRecord candidate) {
        List<Guard> ofBaseline = Guards.of(baseline, Guard.Screen.COMPARISON);
        List<Guard> ofCandidate = Guards.of(candidate, Guard.Screen.COMPARISON);
        List<Guard> both = ofBaseline.stream().filter(ofCandidate::contains).toList();
        List<String> lines = new ArrayList<>();
        add(lines, "Both sides, ", both);
        add(
                lines,
                "Baseline, ",
                ofBaseline.stream().filter(guard -> !both.contains(guard)).toList());
        add(
                lines,
                "Candidate, ",
                ofCandidate.stream().filter(guard -> !both.contains(guard)).toList());
        return List.copyOf(lines);
    }

    private static void add(List<String> lines, String side, List<Guard> guards) {
        Guards.lines(guards).forEach(line -> lines.add(side + line));
    }
}
