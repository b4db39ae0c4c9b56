// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.result.RunRecord;
import io.microbench.snippet.SnippetResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a question that several nodes measured at once.
 *
 * @param run everything that was measured; a case for each node, named by the parameter {@code node}, and one for their sum
 * @param scores each snippet with each combination of inputs and each number of workers, in the order of the question
 * @param failures why something was not measured, for the user
 * @param warnings warnings about the scores, the most important first
 * @param stopped whether the user stopped it before the end
 */
public record TogetherAnswer(
        RunRecord run, List<TogetherScore> scores, List<String> failures, List<String> warnings, boolean stopped) {

    public TogetherAnswer {
        scores = List.copyOf(scores);
        failures = List.copyOf(failures);
        warnings = List.copyOf(warnings);
    }

    /**
     * The result of a snippet with one combination of inputs and one number of workers.
     *
     * @param title the snippet with its inputs
     * @param nodes what each node delivered, by its name
     * @param sum of all nodes, over the time that they have in common
     * @param starts by how much the starts of the nodes differed at most, in nanoseconds, for each round that counts
     * @param windows the time that all nodes have in common, likewise
     */
    record TogetherScore(
            String title, Map<String, SnippetResult> nodes, SnippetResult sum, List<Long> starts, List<Long> windows) {
        public TogetherScore {
            nodes = new LinkedHashMap<>(nodes);
            starts = List.copyOf(starts);
            windows = List.copyOf(windows);
        }
    }
}
