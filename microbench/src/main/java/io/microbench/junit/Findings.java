// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of judging a finished case.
 *
 * @param lines lines for the console
 * @param entries entries for JUnit's listeners, by name
 * @param reds messages that make the test fail; empty if it passes
 */
record Findings(List<String> lines, Map<String, String> entries, List<String> reds) {

    static final Findings NONE = new Findings(List.of(), Map.of(), List.of());

    Findings {
        lines = List.copyOf(lines);
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        reds = List.copyOf(reds);
    }

    /** Collects findings. */
    static final class Builder {

        private final List<String> lines = new ArrayList<>();
        private final Map<String, String> entries = new LinkedHashMap<>();
        private final List<String> reds = new ArrayList<>();

        void add(String line) {
            lines.add(line);
        }

        void entry(String name, String value) {
            entries.put(name, value);
        }

        void red(String message) {
            reds.add(message);
        }

        Findings build() {
            return new Findings(lines, entries, reds);
        }
    }
}
