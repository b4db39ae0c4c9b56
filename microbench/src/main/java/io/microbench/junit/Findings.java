// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import java.util.List;
import java.util.Map;

/**
 * The results of judging a finished case, collected in its lists.
 *
 * @param lines lines for the console
 * @param entries entries for JUnit's listeners, by name
 * @param reds messages that make the test fail; empty if it passes
 */
record Findings(List<String> lines, Map<String, String> entries, List<String> reds) {

    static final Findings NONE = new Findings(List.of(), Map.of(), List.of());
}
