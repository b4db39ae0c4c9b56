/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.LadderTimes;
import io.microbench.scaling.Ladder;
import io.microbench.snippet.Question.Workers;
import java.util.List;
import java.util.OptionalInt;

/** Reads from the options how many workers run a snippet: one number, a ladder, or a squeeze. */
final class SnippetWorkers {

    private static final String CONCURRENCY = "--concurrency";
    private static final String SQUEEZE = SqueezeOptions.NAME;

    private final SnippetOptions options;

    SnippetWorkers(SnippetOptions options) {
        this.options = options;
    }

    Workers workers() {
        SnippetQuestion.conflict("--loop", options.loop.isPresent(), "--latency", options.latency);
        SnippetQuestion.conflict("--save-as", options.saveAs.isPresent(), "--latency", options.latency);
        SnippetQuestion.conflict("--parallel", options.parallel, "--latency", options.latency);
        return options.squeeze.isAskedFor() ? squeeze() : ladder();
    }

    private Workers ladder() {
        List<Integer> counts = options.workers
                .or(() -> SnippetQuestion.preset(options).map(LadderTimes::threads))
                .map(text -> SqueezeOptions.rungs(CONCURRENCY, () -> Ladder.parse(text)))
                .orElse(List.of(1));
        // Its rungs are measured one after the other, and a class has one number of threads.
        boolean several = counts.size() > 1;
        SnippetQuestion.conflict("--parallel", options.parallel, CONCURRENCY + " with several numbers", several);
        SnippetQuestion.conflict(
                "--save-as", options.saveAs.isPresent(), CONCURRENCY + " with several numbers", several);
        return new Workers(counts, options.latency, OptionalInt.empty());
    }

    private Workers squeeze() {
        SnippetQuestion.conflict(SQUEEZE, true, CONCURRENCY, options.workers.isPresent());
        SnippetQuestion.conflict(SQUEEZE, true, "--loop", options.loop.isPresent());
        SnippetQuestion.conflict(SQUEEZE, true, "--parallel", options.parallel);
        SnippetQuestion.conflict(SQUEEZE, true, "--order", options.order.isPresent());
        SnippetQuestion.conflict(SQUEEZE, true, "--save-as", options.saveAs.isPresent());
        SnippetQuestion.conflict(SQUEEZE, true, "--overhead", options.overhead);
        return new Workers(options.squeeze.rungs(), options.latency, OptionalInt.of(options.squeeze.patience()));
    }
}
