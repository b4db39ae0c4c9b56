/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.scaling.Squeezed;
import io.microbench.snippet.Compilation.Ready;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sums up a run of snippets: results, failures and all warnings. */
final class AnswerSummary {

    private final Question question;
    private final List<SnippetCase> cases;
    private final List<Ready> ready;
    private final SnippetEvents events;
    private final Instant start;
    private final Instant end;

    AnswerSummary(
            Question question,
            List<SnippetCase> cases,
            List<Ready> ready,
            SnippetEvents events,
            Instant start,
            Instant end) {
        this.question = question;
        this.cases = cases;
        this.ready = ready;
        this.events = events;
        this.start = start;
        this.end = end;
    }

    /**
     * Returns the answer.
     *
     * @param squeezed what was found by squeezes, by the name of the curve
     * @param stopped whether the run was stopped before its end
     */
    Answer answer(Map<String, Squeezed> squeezed, boolean stopped) {
        Overheads overheads = new Overheads(cases);
        List<SnippetResult> results = cases.stream()
                .filter(one -> !one.isEmpty() && !one.isOfLatency())
                .map(one -> overheads.result(one).with(latency(one)))
                .toList();
        Map<String, Failure> failures = new LinkedHashMap<>();
        cases.forEach(one -> one.failure()
                .ifPresent(failure -> failures.put(one.result().result().id().text(), failure)));
        RecordedLibraries libraries = new RecordedLibraries();
        List<CaseResult> kept = cases.stream()
                .map(one -> libraries.with(one.variant(), one.result().result()))
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
        return new Answer(run, results, failures, warnings(run, results), squeezed, stopped);
    }

    private Map<Double, Double> latency(SnippetCase one) {
        return cases.stream()
                .filter(other -> other.isLatencyOf(one))
                .map(SnippetCase::percentiles)
                .findFirst()
                .orElse(Map.of());
    }

    /**
     * Returns all warnings, the most important first: numbers that are not those of a snippet, then what disturbed it.
     */
    private List<String> warnings(RunRecord run, List<SnippetResult> results) {
        SnippetWarnings found = new SnippetWarnings(question, run, results);
        List<String> all = new ArrayList<>(unused(question, ready));
        all.addAll(found.ofNumbers());
        results.forEach(snippet -> all.addAll(HookWarnings.of(snippet)));
        if (question.order() == Question.Order.PARALLEL && cases.size() > 1) {
            all.add(
                    "The snippets ran at the same time (--order parallel) and disturbed each other. Without it they run in"
                            + " turn.");
        }
        all.addAll(found.ofMachine());
        all.addAll(events.warnings());
        question.sampling().precision().ifPresent(precision -> {
            for (SnippetResult snippet : results) {
                if (snippet.isMeasured() && snippet.precision() > precision) {
                    all.add(SnippetWarnings.name(snippet)
                            + ": the interval is wider than the precision asked for (--precision) when the time"
                            + " (--budget) was spent.");
                }
            }
        });
        return all;
    }

    /** Returns a warning for each snippet that computes values and does not use them. */
    static List<String> unused(Question question, List<Ready> ready) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ready.size(); i++) {
            List<String> unused = ready.get(i).unused();
            if (!unused.isEmpty()) {
                lines.add(
                        Snippet.quoted(question.snippets().get(i).name()) + ": nobody uses " + String.join(", ", unused)
                                + ", so the compiler may leave out what computes it. Return it, or add up what a"
                                + " loop computes and"
                                + " return the sum.");
            }
        }
        return lines;
    }
}
