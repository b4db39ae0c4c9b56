// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Squeeze.Squeezed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The answer to a question.
 *
 * @param run everything that was measured, as an ordinary run record
 * @param snippets each snippet with each combination of inputs and each number of workers, in the order of the
 *     question; empty snippets that measure the overhead are only in the run
 * @param failures the failures of snippets, by the name of the case
 * @param warnings warnings about the scores, the most important first
 * @param squeezed the result of each squeeze and why it ended, by the snippet with its inputs; empty without a squeeze
 * @param stopped whether the run was stopped before the end
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Answer(
        RunRecord run,
        List<SnippetResult> snippets,
        Map<String, Failure> failures,
        List<String> warnings,
        Map<String, Squeezed> squeezed,
        boolean stopped) {

    public Answer {
        snippets = List.copyOf(snippets);
        failures = new LinkedHashMap<>(failures);
        warnings = List.copyOf(warnings);
        squeezed = new LinkedHashMap<>(squeezed);
    }
}
