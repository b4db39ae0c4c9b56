/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.environment.SurroundingsProbe;
import io.microbench.result.IterationResult;
import io.microbench.result.RunRecord;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.warning.Guard;
import io.microbench.warning.Guards;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Collects the warnings about the scores of snippets: the machine, the arguments of the forks, and what their record
 * shows.
 */
final class SnippetWarnings {

    private final Question question;
    private final RunRecord run;
    private final List<SnippetResult> snippets;

    SnippetWarnings(Question question, RunRecord run, List<SnippetResult> snippets) {
        this.question = question;
        this.run = run;
        this.snippets = snippets;
    }

    /** Returns one sentence for each warning, the most important first. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(ofNumbers());
        lines.addAll(ofMachine());
        return lines;
    }

    /** Returns the warnings that numbers may not be those of the snippets at all. */
    List<String> ofNumbers() {
        return guards(Guard.Concern.SCORE);
    }

    /** Returns the warnings about what disturbed the snippets, or may have. */
    List<String> ofMachine() {
        List<String> lines = new ArrayList<>();
        starved().ifPresent(lines::add);
        lines.addAll(guards(Guard.Concern.MACHINE));
        lines.addAll(SurroundingsProbe.warnings(
                run.environment(),
                Stream.concat(
                                question.jvmArgs().stream(),
                                question.variants().stream().flatMap(variant -> variant.arguments().stream()))
                        .distinct()
                        .toList()));
        lines.addAll(guards(Guard.Concern.SPREAD));
        return lines;
    }

    private List<String> guards(Guard.Concern concern) {
        Map<String, SnippetResult> byId = new HashMap<>();
        snippets.forEach(snippet -> byId.put(snippet.result().id().text(), snippet));
        List<Guard> named = new ArrayList<>();
        for (Guard guard : Guards.of(run, Guard.Screen.SNIPPETS)) {
            SnippetResult snippet = byId.get(guard.subject());
            if (snippet != null && guard.kind().concern() == concern && hasEnough(guard.kind(), snippet)) {
                named.add(new Guard(guard.kind(), guard.cause(), name(snippet), message(guard, snippet)));
            }
        }
        return Guards.lines(named);
    }

    /** Returns whether there are samples enough for the warning: Tukey's fences mean nothing for a few. */
    private static boolean hasEnough(Guard.Kind kind, SnippetResult snippet) {
        return kind != Guard.Kind.OUTLIERS || snippet.samples().length >= SnippetTable.EXTENDED_FROM;
    }

    private static String message(Guard guard, SnippetResult snippet) {
        return guard.kind() == Guard.Kind.TOO_FAST
                ? "a call takes " + Quantity.DURATION.format(snippet.nanos())
                        + ", no longer than a call of nothing: the compiler knew the result, or left out what is"
                        + " not used."
                        + " Return what is computed, and take what it is computed from out of --init-worker, such as"
                        + " --init-worker 'double x = 2'."
                : guard.message();
    }

    /** Returns one sentence for all snippets: what disturbs one disturbs its neighbours. */
    private Optional<String> starved() {
        List<SnippetResult> disturbed = snippets.stream()
                .filter(snippet -> samples(snippet).anyMatch(IterationResult::starved))
                .toList();
        if (disturbed.isEmpty()) {
            return Optional.empty();
        }
        double longest = disturbed.stream()
                .flatMap(SnippetWarnings::samples)
                .flatMap(sample -> sample.signs().stream())
                .mapToDouble(signs -> signs.starvation())
                .max()
                .orElse(0);
        return Optional.of(String.format(
                Locale.ROOT,
                "%s%s: in %d of %d samples the workers waited for a processor, for up to %s of the time: calls"
                        + " are faster"
                        + " than that. Measure when the machine does nothing else, or with fewer workers (-c).",
                name(disturbed.get(0)),
                disturbed.size() > 1 ? " and " + (disturbed.size() - 1) + " more" : "",
                disturbed.stream()
                        .flatMap(SnippetWarnings::samples)
                        .filter(IterationResult::starved)
                        .count(),
                disturbed.stream().flatMap(SnippetWarnings::samples).count(),
                Numbers.percent(longest)));
    }

    private static Stream<IterationResult> samples(SnippetResult snippet) {
        return snippet.result().forks().stream().flatMap(fork -> fork.measured().stream());
    }

    /** Returns the name of a snippet with its inputs and several workers, as warnings begin with it. */
    static String name(SnippetResult snippet) {
        return Snippet.quoted(snippet.name())
                + (snippet.inputs().isEmpty() ? "" : " " + snippet.inputs())
                + (snippet.workers() == 1 ? "" : " with " + snippet.workers() + " workers");
    }
}
