// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.environment.SurroundingsProbe;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.IterationResult;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.fork.SnippetProperties;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.warning.Warning;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Summarises a run of snippets: results, failures and all warnings. */
record AnswerSummary(
        Question question,
        List<SnippetCase> cases,
        List<Ready> ready,
        SnippetEvents events,
        Instant start,
        Instant end) {

    Answer answer(Map<String, Squeezed> squeezed, boolean stopped) {
        List<SnippetResult> results = cases.stream()
                .filter(snippetCase -> !snippetCase.isEmpty() && !snippetCase.isOfLatency())
                .map(snippetCase -> withOverhead(snippetCase, cases).with(latency(snippetCase)))
                .toList();
        Map<String, Failure> failures = new LinkedHashMap<>();
        cases.forEach(snippetCase -> snippetCase
                .failure()
                .ifPresent(failure ->
                        failures.put(snippetCase.result().result().id().text(), failure)));
        Map<Map<String, Path>, List<Library>> libraries = new HashMap<>();
        List<CaseResult> kept = cases.stream()
                .map(snippetCase -> snippetCase
                        .result(libraries.computeIfAbsent(
                                snippetCase.variant().libraries(), SnippetCasePlans::libraries))
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
        List<String> warnings = new SnippetWarnings(question, ready, run, results).lines();
        return new Answer(run, results, failures, warnings, squeezed, stopped);
    }

    /**
     * Returns the result of a snippet, with its overhead if an empty snippet was measured under the same conditions:
     * variant, inputs, number of workers, and with or without hooks.
     */
    static SnippetResult withOverhead(SnippetCase snippetCase, List<SnippetCase> all) {
        SnippetResult result = snippetCase.result();
        return all.stream()
                .filter(other -> other.isEmpty()
                        && !other.isOfLatency()
                        && other.isHooked() == snippetCase.isHooked()
                        && other.variant().equals(snippetCase.variant())
                        && other.workers() == snippetCase.workers()
                        && other.inputs().equals(snippetCase.inputs()))
                .map(SnippetCase::result)
                .filter(nothing -> nothing.isMeasured() && result.isMeasured())
                .findFirst()
                .map(nothing -> result.over(nothing.nanos()))
                .orElse(result);
    }

    private Map<Double, Double> latency(SnippetCase snippetCase) {
        return cases.stream()
                .filter(other -> other.isLatencyOf(snippetCase))
                .map(SnippetCase::percentiles)
                .findFirst()
                .orElse(Map.of());
    }

    /**
     * Collects the warnings about the scores of snippets: their code, the machine, the arguments of the forks, and the
     * record.
     *
     * @param ready the compiled snippets
     */
    record SnippetWarnings(Question question, List<Ready> ready, RunRecord run, List<SnippetResult> snippets) {

        /**
         * Minimum duration of a call with hooks, in nanoseconds; reading the clock takes more than 2 % of the time of a
         * shorter call.
         */
        private static final double SHORTEST_HOOKED = 1_000;
        /** Below this number of calls, the JIT compiler may not have compiled the snippet. */
        private static final long FEW_CALLS = 10_000;

        /** Returns one sentence for each warning, the most important first: invalid scores, then disturbances. */
        List<String> lines() {
            List<String> lines = new ArrayList<>(unused(question, ready));
            lines.addAll(warnings(Warning.Concern.SCORE));
            snippets.forEach(snippet -> lines.addAll(ofHooks(snippet)));
            if (question.order() == Question.Order.PARALLEL && run.cases().size() > 1) {
                lines.add(
                        "The snippets ran at the same time and disturbed each other. By default their forks alternate.");
            }
            lines.addAll(ofMachine());
            lines.addAll(ofDone());
            question.sampling().precision().ifPresent(precision -> {
                for (SnippetResult snippet : snippets) {
                    if (snippet.isMeasured() && snippet.precision() > precision) {
                        lines.add(name(snippet)
                                + ": the interval was still wider than the requested precision when the time budget"
                                + " was spent.");
                    }
                }
            });
            return lines;
        }

        /** Returns a warning for each snippet that computes values and does not use them. */
        static List<String> unused(Question question, List<Ready> ready) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < ready.size(); i++) {
                List<String> unused = ready.get(i).unused();
                if (!unused.isEmpty()) {
                    lines.add(Snippet.quoted(question.snippets().get(i).name()) + ": unused values: "
                            + String.join(", ", unused)
                            + ". The compiler may eliminate their computation. Return them, or return the sum of the"
                            + " values that a loop computes.");
                }
            }
            return lines;
        }

        /** Returns warnings about a score that is unreliable because of hooks around each call. */
        static List<String> ofHooks(SnippetResult snippet) {
            List<String> warnings = new ArrayList<>();
            // The first fork is as long as planned; later ones may be shorter.
            Optional<Long> calls = snippet.result().forksWithValue().stream()
                    .flatMap(fork -> Optional.ofNullable(fork.echo().get(SnippetProperties.HOOKED_CALLS)).stream())
                    .map(Long::valueOf)
                    .findFirst();
            if (calls.isEmpty() || !snippet.isMeasured()) {
                return warnings;
            }
            if (snippet.nanos() < SHORTEST_HOOKED) {
                warnings.add("\"" + snippet.name() + "\": a call of " + Quantity.DURATION.format(snippet.nanos())
                        + " is too short for hooks: JMH reads the clock before and after each"
                        + " call. Prepare many inputs in advance, or measure a longer call.");
            }
            CasePlan plan = snippet.result().plan();
            double nanos = plan.threads() * (double) (nanos(plan.warmup()) + nanos(plan.measurement()));
            if (calls.get() < FEW_CALLS && nanos / snippet.nanos() > 2 * FEW_CALLS) {
                warnings.add("\"" + snippet.name() + "\": hooks took most of the time, and a fork made only "
                        + calls.get() + " calls: its JIT compiler may not have compiled"
                        + " the snippet. Use longer samples.");
            }
            return warnings;
        }

        /** Returns a warning for each snippet whose done code failed, with the failure in its last fork. */
        private Collection<String> ofDone() {
            Map<String, String> lines = new LinkedHashMap<>();
            snippets.forEach(snippet -> snippet.result().forks().forEach(fork -> Optional.ofNullable(
                            fork.echo().get(SnippetProperties.DONE_FAILURE))
                    .ifPresent(failure -> lines.put(
                            snippet.name(),
                            Snippet.quoted(snippet.name()) + ": its done code failed: " + failure
                                    + ". The scores are not affected."))));
            return lines.values();
        }

        private static long nanos(IterationPlan iterations) {
            return iterations.count() * iterations.time().toNanos();
        }

        private List<String> ofMachine() {
            List<String> lines = new ArrayList<>();
            starved().ifPresent(lines::add);
            lines.addAll(warnings(Warning.Concern.MACHINE));
            lines.addAll(SurroundingsProbe.warnings(
                    run.environment(),
                    Stream.concat(
                                    question.jvmArgs().stream(),
                                    question.variants().stream().flatMap(variant -> variant.arguments().stream()))
                            .distinct()
                            .toList()));
            lines.addAll(warnings(Warning.Concern.SPREAD));
            return lines;
        }

        private List<String> warnings(Warning.Concern concern) {
            Map<String, SnippetResult> byId = new HashMap<>();
            snippets.forEach(snippet -> byId.put(snippet.result().id().text(), snippet));
            List<Warning> named = new ArrayList<>();
            for (Warning warning : Warning.of(run, Warning.Screen.SNIPPETS)) {
                SnippetResult snippet = byId.get(warning.subject());
                if (snippet != null && warning.kind().concern() == concern && hasEnough(warning.kind(), snippet)) {
                    named.add(new Warning(warning.kind(), warning.cause(), name(snippet), message(warning, snippet)));
                }
            }
            return Warning.lines(named);
        }

        /** Returns whether there are enough samples for the warning: Tukey's fences are meaningless for few samples. */
        private static boolean hasEnough(Warning.Kind kind, SnippetResult snippet) {
            return kind != Warning.Kind.OUTLIERS || snippet.samples().length >= SnippetTable.EXTENDED_FROM;
        }

        private static String message(Warning warning, SnippetResult snippet) {
            return warning.kind() == Warning.Kind.TOO_FAST
                    ? "a call takes " + Quantity.DURATION.format(snippet.nanos())
                            + ", no longer than an empty call: the compiler knew the result, or eliminated unused values."
                            + " Return the result, and compute it from a variable that the worker's set-up declares,"
                            + " such as double x = 2."
                    : warning.message();
        }

        /** Returns one warning for all snippets, because a busy machine disturbs all of them. */
        private Optional<String> starved() {
            List<SnippetResult> disturbed = snippets.stream()
                    .filter(snippet -> samples(snippet).anyMatch(IterationResult::starved))
                    .toList();
            if (disturbed.isEmpty()) {
                return Optional.empty();
            }
            List<IterationResult> samples =
                    disturbed.stream().flatMap(SnippetWarnings::samples).toList();
            double longest = samples.stream()
                    .flatMap(sample -> sample.signs().stream())
                    .mapToDouble(signs -> signs.starvation())
                    .max()
                    .orElse(0);
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s%s: in %d of %d samples the workers waited for a processor, for up to %s of the time: calls"
                            + " are faster than measured. Measure on an idle machine, or with fewer workers.",
                    name(disturbed.get(0)),
                    disturbed.size() > 1 ? " and " + (disturbed.size() - 1) + " more" : "",
                    samples.stream().filter(IterationResult::starved).count(),
                    samples.size(),
                    Numbers.percent(longest)));
        }

        private static Stream<IterationResult> samples(SnippetResult snippet) {
            return snippet.result().forks().stream().flatMap(fork -> fork.measured().stream());
        }

        /** Returns the name of a snippet with its inputs and workers, for the beginning of a warning. */
        static String name(SnippetResult snippet) {
            return Snippet.quoted(snippet.name())
                    + (snippet.inputs().isEmpty() ? "" : " " + snippet.inputs())
                    + (snippet.workers() == 1 ? "" : " with " + snippet.workers() + " workers");
        }
    }
}
