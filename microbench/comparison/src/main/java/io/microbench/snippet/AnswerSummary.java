// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.snippet.Compilation.Ready;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sums up a run of snippets: results, failures and all warnings. */
record AnswerSummary(
        Question question,
        List<SnippetCase> cases,
        List<Ready> ready,
        SnippetEvents events,
        Instant start,
        Instant end) {

    /**
     * Returns the answer.
     *
     * @param squeezed the results of squeezes, by the name of the curve
     * @param stopped whether the run was stopped before its end
     */
    Answer answer(Map<String, Squeezed> squeezed, boolean stopped) {
        List<SnippetResult> results = cases.stream()
                .filter(one -> !one.isEmpty() && !one.isOfLatency())
                .map(one -> withOverhead(one, cases).with(latency(one)))
                .toList();
        Map<String, Failure> failures = new LinkedHashMap<>();
        cases.forEach(one -> one.failure()
                .ifPresent(failure -> failures.put(one.result().result().id().text(), failure)));
        Map<Map<String, Path>, List<Library>> libraries = new HashMap<>();
        List<CaseResult> kept = cases.stream()
                .map(one -> one.result(
                                libraries.computeIfAbsent(one.variant().libraries(), SnippetCasePlans::libraries))
                        .result())
                .toList();
        RunRecord run = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                start,
                Optional.of(end),
                events.environment(),
                List.<SettingValue>of(),
                kept,
                Optional.empty());
        List<String> warnings = new SnippetWarnings(question, ready, run, results, events.warnings()).lines();
        return new Answer(run, results, failures, warnings, squeezed, stopped);
    }

    /**
     * Returns the result of a snippet, with its overhead if an empty snippet was measured like it: in the same variant,
     * with the same inputs and number of workers, and with or without hooks.
     */
    static SnippetResult withOverhead(SnippetCase one, List<SnippetCase> all) {
        SnippetResult result = one.result();
        return all.stream()
                .filter(other -> other.isEmpty()
                        && !other.isOfLatency()
                        && other.isHooked() == one.isHooked()
                        && other.variant().equals(one.variant())
                        && other.workers() == one.workers()
                        && other.inputs().equals(one.inputs()))
                .map(SnippetCase::result)
                .filter(nothing -> nothing.isMeasured() && result.isMeasured())
                .findFirst()
                .map(nothing -> result.over(nothing.nanos()))
                .orElse(result);
    }

    private Map<Double, Double> latency(SnippetCase one) {
        return cases.stream()
                .filter(other -> other.isLatencyOf(one))
                .map(SnippetCase::percentiles)
                .findFirst()
                .orElse(Map.of());
    }
}
