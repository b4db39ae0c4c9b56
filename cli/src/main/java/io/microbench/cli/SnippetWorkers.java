// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ThreadCounts;
import io.microbench.snippet.Question.Workers;

/** Reads from the options how many workers run a snippet: one number, a ladder, or a squeeze. */
final class SnippetWorkers {

    private final SnippetOptions options;

    SnippetWorkers(SnippetOptions options) {
        this.options = options;
    }

    Workers workers() {
        boolean parallel = options.order.filter("parallel"::equals).isPresent();
        boolean saved = options.saveAs.isPresent();
        SnippetQuestion.conflict("--loop", options.loop.isPresent(), "--latency", options.latency);
        SnippetQuestion.conflict("--save-as", saved, "--latency", options.latency);
        SnippetQuestion.conflict(SnippetQuestion.PARALLEL, parallel, "--latency", options.latency);
        ThreadCounts counts = SnippetQuestion.threadCounts(options.workers.orElse("1"));
        boolean squeeze = counts.patience().isPresent();
        // Rungs are measured one after the other, and a class has one number of threads.
        boolean several = squeeze || counts.ladder().rungs().size() > 1;
        String asked = "--concurrency " + (squeeze ? ThreadCounts.SQUEEZE : "with several numbers");
        SnippetQuestion.conflict(SnippetQuestion.PARALLEL, parallel, asked, several);
        SnippetQuestion.conflict("--save-as", saved, asked, several);
        SnippetQuestion.conflict(asked, squeeze, "--order", options.order.isPresent());
        SnippetQuestion.conflict(asked, squeeze, "--overhead", options.overhead);
        return new Workers(counts.ladder().rungs(), options.latency, counts.patience());
    }
}
