// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.stats.SequentialOrder;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Describes how a question will be measured, and how long that takes. */
public final class Outline {

    /** The maximum number of worker counts that are all listed. */
    private static final int MOST_COUNTS = 8;

    private final Question question;
    private final Sampling sampling;
    private final CasePlan plan;
    private final int combinations;
    private final long empty;
    private final int cases;
    /** The number of cases with an additional fork that times single calls. */
    private final long latencies;

    private final Duration warmup;
    private final boolean asNeeded;

    private Outline(Question question) {
        this.question = question;
        this.sampling = question.sampling();
        this.plan = new SnippetCase(question, Row.of(question).get(0), Map.of())
                .result()
                .result()
                .plan();
        this.combinations = new Inputs(question.inputs()).combinations().size();
        this.empty = question.snippets().stream().filter(Snippet::isEmpty).count();
        int perSnippet = combinations
                * question.variants().size()
                * question.workers().counts().size();
        this.cases = question.snippets().size() * perSnippet;
        this.latencies = question.workers().latency() ? cases - empty * perSnippet : 0;
        this.warmup = plan.warmup().time().multipliedBy((long) plan.warmup().count() * plan.forks());
        this.asNeeded = sampling.asNeeded() && !question.workers().isLadder();
    }

    /**
     * Returns the lines to print, by their headings.
     *
     * @param question a question with at least one snippet
     */
    public static Map<String, String> of(Question question) {
        return new Outline(question).lines();
    }

    /** Returns the numbers of workers; if there are many, the first three and the last. */
    private String workers() {
        List<String> all =
                question.workers().counts().stream().map(String::valueOf).toList();
        return all.size() <= MOST_COUNTS
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, 3)) + " ... " + all.get(all.size() - 1);
    }

    private Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Snippets", question.snippets().size() - empty + (empty == 0 ? "" : ", and " + empty + " empty"));
        lines.put("Inputs", inputs());
        if (question.variants().size() > 1) {
            lines.put(
                    "Variants", question.variants().stream().map(Variant::name).collect(Collectors.joining(", ")));
        }
        lines.put(
                "Warm-up",
                plan.warmup().count() == 0
                        ? "none"
                        : plan.warmup().count() + " x " + length(plan.warmup()) + " a fork"
                                + (asNeeded ? ", less in later forks if the first is steady" : ""));
        lines.put("Sample", length(plan.measurement()));
        lines.put("Samples", fewest(sampling.samples()) + " of each snippet");
        lines.put("Forks", fewest(plan.forks()) + " of each snippet, " + order());
        lines.put(
                "Workers",
                workers()
                        + (question.virtual() ? " on virtual threads" : "")
                        + (question.workers().patience().isPresent() ? ", until more bring no gain" : ""));
        if (question.check() != Check.NONE) {
            lines.put("Check", question.check() == Check.SAME ? "all results are the same" : "each snippet runs");
        }
        lines.put("Estimate", estimate());
        return lines;
    }

    /** Formats a number of forks or samples, with the minimum if fewer may be enough. */
    private String fewest(int count) {
        return (asNeeded ? SequentialOrder.FIRST_LOOK + " to " : "") + count;
    }

    private String inputs() {
        String all = question.inputs().entrySet().stream()
                .map(input -> input.getKey() + " = " + String.join(", ", input.getValue()))
                .collect(Collectors.joining("; "));
        return all.isEmpty()
                ? "none"
                : all + (question.inputs().size() > 1 ? " (" + combinations + " combinations)" : "");
    }

    private String order() {
        return switch (question.order()) {
            case TURN -> "interleaved";
            case RANDOM -> "interleaved in a random order with seed " + question.seed();
            case PARALLEL -> "all snippets at the same time";
        };
    }

    private static String length(IterationPlan iterations) {
        return iterations.time().isZero()
                ? Counted.of(iterations.batchSize(), "call")
                : Durations.text(iterations.time());
    }

    /** Returns the sum of all warm-up and all samples; samples with a number of calls have an unknown duration. */
    private String estimate() {
        boolean parallel = question.order() == Order.PARALLEL;
        Duration samples = sampling.duration().multipliedBy(sampling.samples());
        Duration duration = warmup.plus(samples);
        Duration latency = warmup.dividedBy(plan.forks()).plus(samples).multipliedBy(latencies);
        Duration total = (parallel ? duration : duration.multipliedBy(cases)).plus(latency);
        String sum = sampling.loop() > 0
                ? "as long as " + cases * (plan.forks() * plan.warmup().count() + sampling.samples()) + " samples take"
                : Durations.text(total) + " = " + (parallel ? "" : cases + " x ") + "(" + Durations.text(warmup) + " + "
                        + sampling.samples() + " x " + Durations.text(sampling.duration()) + ")"
                        + (latencies > 0 ? " + " + Counted.of(latencies, "fork") + " for latency" : "");
        boolean most = asNeeded || question.workers().patience().isPresent();
        String more = sampling.precision().isPresent()
                ? "; forks are added until the precision is reached or " + Durations.text(sampling.budget())
                        + " have passed"
                : "";
        return (most ? "at most " : "") + sum + ", and the start of "
                + Counted.of((long) cases * plan.forks() + latencies, "JVM") + more;
    }
}
