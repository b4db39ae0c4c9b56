// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.ForkListener;
import io.microbench.monitor.Monitor;
import io.microbench.result.CasePlan;
import io.microbench.result.Environment;
import io.microbench.result.IterationResult;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.SnippetListener.Progress;
import io.microbench.snippet.SnippetListener.Stage;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Passes events of the forks of snippets to the listener and the monitor of the run. Supports several forks at the same
 * time.
 */
final class SnippetEvents implements AutoCloseable {

    private final Question question;
    private final SnippetListener listener;
    private final Clock clock;
    private final Set<Stage> reached = EnumSet.noneOf(Stage.class);
    private volatile Optional<Monitor> monitor = Optional.empty();
    private volatile Optional<CompletableFuture<Environment>> machine = Optional.empty();
    /** Whether a snippet does not compile; JMH's output about the stopped fork is then ignored. */
    private volatile boolean refused;

    SnippetEvents(Question question, SnippetListener listener, Clock clock) {
        this.question = question;
        this.listener = listener;
        this.clock = clock;
    }

    void monitor(Monitor watching) {
        monitor = Optional.of(watching);
    }

    @Override
    public void close() {
        if (monitor.isPresent()) {
            monitor.get().close();
        }
    }

    void compiled(List<Ready> ready) {
        reached(Stage.COMPILED, ready);
    }

    /** Reports that a snippet does not compile; further output of forks is ignored. */
    void refused() {
        refused = true;
    }

    ForkListener begins(SnippetCase snippetCase, Path own, CasePlan plan) {
        // No lambda is used, because it would load the monitor even without monitoring.
        Optional<Monitor> watching = monitor;
        if (watching.isPresent()) {
            watching.get().busy(snippetCase.label(), own);
        }
        int number = snippetCase.forks() + 1;
        return new ForkListener() {
            @Override
            public void started() {
                reached(Stage.FORK_READY, List.of());
            }

            @Override
            public void iteration(IterationResult iteration) {
                reached(Stage.FIRST_NUMBER, List.of());
                if (watching.isPresent()) {
                    watching.get().rate(snippetCase.rate(iteration.score()));
                }
                boolean warmup = iteration.phase() == IterationResult.Phase.WARMUP;
                listener.progress(new Progress(
                        snippetCase.label(),
                        number,
                        snippetCase.leastForks(),
                        !warmup && iteration.number() == plan.measurement().count(),
                        snippetCase.nanos(iteration.score()),
                        snippetCase.workers(),
                        warmup));
            }

            @Override
            public void printed(String line) {
                if (!refused) {
                    listener.printed(snippetCase.name(), line);
                }
            }
        };
    }

    private synchronized void reached(Stage stage, List<Ready> ready) {
        if (reached.add(stage)) {
            if (stage == Stage.FIRST_NUMBER) {
                // The environment is read before the forks add to the load, but after the first score, because reading
                // it takes processor time.
                machine = Optional.of(CompletableFuture.supplyAsync(EnvironmentProbe::here));
            }
            listener.stage(stage, clock.instant());
            for (int i = 0; i < ready.size(); i++) {
                listener.source(question.snippets().get(i).name(), ready.get(i).source());
            }
        }
    }

    /** Returns the environment at the first score, or the current environment if there is no score. */
    Environment environment() {
        return machine.map(CompletableFuture::join).orElseGet(EnvironmentProbe::here);
    }
}
