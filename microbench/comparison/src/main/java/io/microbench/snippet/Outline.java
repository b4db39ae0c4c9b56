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
import java.util.Optional;
import java.util.stream.Collectors;

/** Describes how a question will be measured, and how long that takes. */
public final class Outline {

    /** The largest number of worker counts that a line shows in full. */
    private static final int MOST_COUNTS = 8;

    private final Question question;
    private final Sampling sampling;
    private final CasePlan plan;
    private final int combinations;

    private Outline(Question question) {
        this.question = question;
        this.sampling = question.sampling();
        this.plan = new SnippetCase(question, Row.of(question).get(0), Map.of())
                .result()
                .result()
                .plan();
        this.combinations = new Inputs(question.inputs()).combinations().size();
    }

    /**
     * Returns the lines to print, by their headings.
     *
     * @param question with at least one snippet
     */
    public static Map<String, String> of(Question question) {
        return new Outline(question).lines();
    }

    /** Returns the sum of all warm-up and all samples; empty if samples are a number of calls of unknown duration. */
    private Optional<Duration> total() {
        if (sampling.loop() > 0) {
            return Optional.empty();
        }
        Duration one = warmup().plus(sampling.duration().multipliedBy(sampling.samples()));
        Duration latency = warmup().dividedBy(plan.forks())
                .plus(sampling.duration().multipliedBy(sampling.samples()))
                .multipliedBy(latencies());
        return Optional.of((question.order() == Order.PARALLEL ? one : one.multipliedBy(cases())).plus(latency));
    }

    private Duration warmup() {
        return plan.warmup().time().multipliedBy((long) plan.warmup().count() * plan.forks());
    }

    private int cases() {
        return question.snippets().size() * perSnippet();
    }

    /** Returns the number of cases with an additional fork that times single calls. */
    private long latencies() {
        return question.workers().latency() ? cases() - empty() * perSnippet() : 0;
    }

    private int perSnippet() {
        return combinations * question.variants().size() * counts().size();
    }

    private long empty() {
        return question.snippets().stream().filter(Snippet::isEmpty).count();
    }

    private List<Integer> counts() {
        return question.workers().counts();
    }

    private long jvms() {
        return (long) cases() * plan.forks() + latencies();
    }

    /** Returns the numbers of workers; if there are many, the first three and the last. */
    private String workers() {
        List<String> all = counts().stream().map(String::valueOf).toList();
        return all.size() <= MOST_COUNTS
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, 3)) + " ... " + all.get(all.size() - 1);
    }

    private Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        long empty = empty();
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
                        : plan.warmup().count() + " x " + length(plan.warmup()) + " a fork" + less());
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

    /** Formats a number of forks or samples, with the minimum if fewer may do. */
    private String fewest(int count) {
        return (isAsNeeded() ? SequentialOrder.FIRST_LOOK + " to " : "") + count;
    }

    private String less() {
        return isAsNeeded() ? ", less in later ones where the first is steady" : "";
    }

    private boolean isAsNeeded() {
        return sampling.asNeeded() && !question.workers().isLadder();
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

    private String estimate() {
        String jvms = ", and the start of " + Counted.of(jvms(), "JVM");
        boolean most = isAsNeeded() || question.workers().patience().isPresent();
        String sum = (most ? "at most " : "")
                + total().map(total -> Durations.text(total) + " = " + factor() + "(" + Durations.text(warmup())
                                + " + " + sampling.samples() + " x " + Durations.text(sampling.duration()) + ")"
                                + (latencies() > 0 ? " + " + Counted.of(latencies(), "fork") + " for latency" : ""))
                        .orElseGet(() -> "as long as "
                                + cases() * (plan.forks() * plan.warmup().count() + sampling.samples())
                                + " samples take");
        String more = sampling.precision().isPresent()
                ? "; more forks for the precision until " + Durations.text(sampling.budget()) + " are over"
                : "";
        return sum + jvms + more;
    }

    private String factor() {
        return question.order() == Order.PARALLEL ? "" : cases() + " x ";
    }
}
