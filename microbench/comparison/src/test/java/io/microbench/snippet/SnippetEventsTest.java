// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ForkListener;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Mode;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.RowBaselines.Row;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnippetEventsTest {

    private static final Instant NOW = MadeRecords.START;

    private static final CasePlan PLAN = CasePlan.builder(Mode.THROUGHPUT)
            .timeUnit("SECONDS")
            .threads(2)
            .forks(1)
            .warmup(new IterationPlan(2, Duration.ofSeconds(1), 1))
            .measurement(new IterationPlan(1, Duration.ofSeconds(2), 1))
            .timeout(Duration.ofMinutes(1))
            .build();

    /** Records all events. */
    private static final class Listener implements SnippetListener {

        final List<String> heard = new ArrayList<>();

        @Override
        public void progress(Progress progress) {
            heard.add(progress.toString());
        }

        @Override
        public void stage(Stage stage, Instant when) {
            heard.add(stage + " at " + when);
        }

        @Override
        public void note(String text) {
            heard.add("note " + text);
        }

        @Override
        public void source(String snippet, String source) {
            heard.add("source of " + snippet + ": " + source);
        }

        @Override
        public void printed(String snippet, String line) {
            heard.add(snippet + " printed " + line);
        }
    }

    private final Question question =
            Question.of(Snippet.of("a"), Snippet.of("b").labelled("second")).withWorkers(2);
    private final Listener listener = new Listener();
    private final SnippetEvents events = new SnippetEvents(question, listener, Clock.fixed(NOW, ZoneOffset.UTC));
    private final SnippetCase first = new SnippetCase(question, new Row(0, "a", Question.Variant.HERE), Map.of());
    private final SnippetCase second = new SnippetCase(question, new Row(1, "second", Question.Variant.HERE), Map.of());

    private static Ready ready(String source) {
        return new Ready(Path.of("classes"), source, List.of());
    }

    @Test
    void reportsCompiledSnippets() {
        events.compiled(List.of(ready("class A {}"), ready("class B {}")));

        assertThat(listener.heard)
                .containsExactly("COMPILED at " + NOW, "source of a: class A {}", "source of second: class B {}");
    }

    @Test
    void reportsEachStageOnce() {
        ForkListener one = events.begins(first, Path.of("fork-1"), PLAN);
        ForkListener other = events.begins(second, Path.of("fork-2"), PLAN);
        one.started();
        other.started();
        one.started();

        assertThat(listener.heard).containsExactly("FORK_READY at " + NOW);
    }

    @Test
    void reportsIterationInNanosecondsPerCall() {
        second.add(MadeFork.samples(1e6));
        ForkListener fork = events.begins(second, Path.of("fork"), PLAN);
        fork.iteration(MadeRecords.iteration(Phase.WARMUP, 1, 1e6));
        fork.iteration(MadeRecords.iteration(Phase.MEASUREMENT, 1, 2e6));

        assertThat(listener.heard)
                .containsExactly(
                        "FIRST_NUMBER at " + NOW,
                        "Progress[snippet=second, fork=2, forks=3, last=false, nanos=2000.0, workers=2, warmup=true]",
                        "Progress[snippet=second, fork=2, forks=3, last=true, nanos=1000.0, workers=2, warmup=false]");
    }

    @Test
    void ignoresForkOutputAfterCompileError() {
        ForkListener fork = events.begins(first, Path.of("fork"), PLAN);
        fork.printed("hello");
        events.refused();
        fork.printed("<forked VM failed with exit code 1>");

        assertThat(listener.heard).containsExactly("a printed hello");
    }

    @Test
    void recordsEnvironmentAtFirstScore() {
        assertThat(events.environment().logicalCpus()).isPositive();
        events.begins(first, Path.of("fork"), PLAN).iteration(MadeRecords.iteration(Phase.WARMUP, 1, 1e6));

        assertThat(events.environment()).isSameAs(events.environment());
    }
}
