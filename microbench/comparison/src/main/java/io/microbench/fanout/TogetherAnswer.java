// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.result.RunRecord;
import java.util.List;

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
}
