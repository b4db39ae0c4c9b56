// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Failure;
import io.microbench.result.MadeRecords;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.fork.SnippetProperties;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AnswerSummaryTest {

    private static final Instant START = MadeRecords.START;
    private static final Question TWO = Question.of(Snippet.of("a"), Snippet.of("b"));

    private final List<SnippetCase> cases = new ArrayList<>();

    private SnippetCase measured(Question question, int snippet, Map<String, String> inputs, double... rates) {
        SnippetCase one = new SnippetCase(
                question, new Row(snippet, question.snippets().get(snippet).name(), Question.Variant.HERE), inputs);
        Arrays.stream(rates).forEach(rate -> one.add(MadeFork.samples(rate)));
        cases.add(one);
        return one;
    }

    private Answer answer(Question question, SnippetEvents events, List<Ready> ready) {
        return new AnswerSummary(question, cases, ready, events, START, START.plusSeconds(9)).answer(Map.of(), false);
    }

    private Answer answer(Question question) {
        return answer(question, events(question), List.of());
    }

    private static SnippetEvents events(Question question) {
        return new SnippetEvents(question, SnippetListener.NONE, Clock.systemUTC());
    }

    private static Question ordered(Order order) {
        return new Question(
                TWO.snippets(),
                List.of(),
                List.of(),
                Map.of(),
                Sampling.DEFAULT,
                Question.Workers.ONE,
                false,
                order,
                0,
                TWO.timeout(),
                List.of(),
                false,
                TWO.check(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    @Test
    void listsEmptySnippetsInRunOnly() {
        Question question = TWO.withOverhead();
        measured(question, 0, Map.of(), 1e7, 1e7);
        measured(question, 1, Map.of(), 2e7, 2e7);
        measured(question, 2, Map.of(), 1e8, 1e8);
        Answer answer = answer(question);

        assertThat(answer.snippets()).extracting(SnippetResult::name).containsExactly("a", "b");
        assertThat(answer.snippets().get(0).overhead().orElse(0)).isCloseTo(10, Offset.offset(1e-6));
        assertThat(answer.run().cases()).hasSize(3);
    }

    @Test
    void recordsTimesAndEnvironment() {
        measured(TWO, 0, Map.of(), 1e7);
        RunRecord run = answer(TWO).run();

        assertThat(run.start()).isEqualTo(START);
        assertThat(run.end()).contains(START.plusSeconds(9));
        assertThat(run.environment().logicalCpus()).isPositive();
        assertThat(new AnswerSummary(TWO, cases, List.of(), events(TWO), START, START)
                        .answer(Map.of(), true)
                        .stopped())
                .isTrue();
    }

    @Test
    void mapsFailureToCaseName() {
        measured(TWO, 0, Map.of("n", "1"), 1e7);
        SnippetCase failing = measured(TWO, 1, Map.of("n", "1"));
        failing.add(MadeFork.failed("java.lang.Error: boom"));
        Answer answer = answer(TWO);

        assertThat(answer.failures())
                .containsOnlyKeys(failing.result().result().id().text());
        assertThat(answer.failures().values()).extracting(Failure::message).containsExactly("java.lang.Error: boom");
        assertThat(answer.snippets()).extracting(SnippetResult::isMeasured).containsExactly(true, false);
    }

    @Test
    void warnsAboutUnusedValuesFirst() {
        SnippetCase one = measured(TWO, 0, Map.of(), 1e7);
        SnippetEvents events = events(TWO);
        one.add(MadeFork.of(100, Map.of(SnippetProperties.DONE_FAILURE, "boom")));
        Ready used = new Ready(Path.of("a"), "", List.of());
        Ready unused = new Ready(Path.of("b"), "", List.of("sum", "Math.sqrt(i)"));

        assertThat(answer(TWO, events, List.of(used, unused)).warnings())
                .startsWith("\"b\": unused values: sum, Math.sqrt(i). The compiler may eliminate their computation."
                        + " Return them, or return the sum of the values that a loop computes.")
                .anyMatch(line -> line.startsWith("\"a\": its done code failed: boom"));
    }

    @Test
    void recordsFailureOfDone() {
        SnippetCase one = measured(TWO, 0, Map.of());
        one.add(MadeFork.of(100, Map.of(SnippetProperties.DONE_FAILURE, "java.lang.Error: late")));
        RunRecord run = answer(TWO).run();

        assertThat(run.cases().get(0).score()).isPresent();
        assertThat(RecordJson.text(run)).contains("\"snippet.done.failure\" : \"java.lang.Error: late\"");
    }

    @Test
    void warnsAboutSimultaneousSnippets() {
        Question parallel = ordered(Order.PARALLEL);
        measured(parallel, 0, Map.of(), 1e7);
        assertThat(answer(parallel).warnings()).as("one alone").noneMatch(line -> line.contains("at the same time"));

        measured(parallel, 1, Map.of(), 1e7);
        assertThat(answer(parallel).warnings())
                .contains(
                        "The snippets ran at the same time and disturbed each other. By default their forks alternate.");
        assertThat(answer(ordered(Order.TURN)).warnings()).noneMatch(line -> line.contains("at the same time"));
    }

    @Test
    void warnsAboutMissedPrecision() {
        Question question = TWO.with(new Sampling(
                2, Duration.ofMillis(10), 0, OptionalInt.empty(), 2, OptionalDouble.of(0.05), Duration.ofSeconds(1)));
        measured(question, 0, Map.of("n", "1"), 1e7, 2e7);
        measured(question, 0, Map.of("n", "2"), 1e7, 1e7, 1e7, 1e7);
        measured(question, 0, Map.of("n", "3"), 1e7, 3e7);
        measured(question, 1, Map.of("n", "4"));

        assertThat(answer(question).warnings())
                .filteredOn(line -> line.contains("the requested precision"))
                .extracting(line -> line.replaceFirst(": .*", ""))
                .containsExactly("\"a\" {n=1}", "\"a\" {n=3}");
    }

    @Test
    void assignsLatencyToRungWithSameWorkers() {
        Question ladder = Question.of(Snippet.of("a")).withWorkers(1, 2);
        SnippetCase one = measured(ladder, 0, Map.of(), 1e7);
        SnippetCase two = one.withWorkers(2);
        SnippetCase latency = two.ofLatency();
        two.add(MadeFork.samples(2e7));
        latency.add(MadeFork.sampled(Map.of("50.0", 120.0, "99.9", 900.0)));
        cases.addAll(List.of(two, latency));
        Answer answer = answer(ladder);

        assertThat(answer.snippets()).extracting(SnippetResult::workers).containsExactly(1, 2);
        assertThat(answer.snippets().get(0).latency()).isEmpty();
        assertThat(answer.snippets().get(1).latency()).containsExactly(Map.entry(50.0, 120.0), Map.entry(99.9, 900.0));
        assertThat(answer.run().cases())
                .extracting(kept -> kept.id().text())
                .containsExactly("snippet.a:threads=1", "snippet.a:threads=2", "snippet.a:threads=2,mode=sample");
    }

    @Test
    void keepsOtherRungsAfterFailure() {
        Question ladder = Question.of(Snippet.of("a")).withWorkers(1, 2);
        SnippetCase one = measured(ladder, 0, Map.of(), 1e7);
        SnippetCase two = one.withWorkers(2);
        two.add(MadeFork.failed("java.lang.OutOfMemoryError: unable to create native thread"));
        cases.add(two);
        Answer answer = answer(ladder);

        assertThat(answer.failures()).containsOnlyKeys("snippet.a:threads=2");
        assertThat(answer.snippets()).extracting(SnippetResult::isMeasured).containsExactly(true, false);
    }
}
