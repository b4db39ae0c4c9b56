// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.RowBaselines.Row;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final int TURNS = 20;

    private static Question question(Order order, long seed) {
        Question usual =
                Question.of(Stream.of("a", "b", "c", "d", "e").map(Snippet::of).toArray(Snippet[]::new));
        return new Question(
                usual.snippets(),
                usual.imports(),
                usual.classPath(),
                usual.inputs(),
                usual.sampling(),
                usual.workers(),
                false,
                order,
                seed,
                usual.timeout(),
                usual.jvmArgs(),
                false,
                usual.check(),
                List.of(),
                usual.archive(),
                usual.cache(),
                List.of());
    }

    private static List<SnippetCase> cases(Question question) {
        return IntStream.range(0, question.snippets().size())
                .mapToObj(i -> new SnippetCase(
                        question, new Row(i, question.snippets().get(i).name(), Question.Variant.HERE), Map.of()))
                .toList();
    }

    private static List<String> names(Order order, long seed) {
        Question question = question(order, seed);
        List<SnippetCase> cases = cases(question);
        Schedule schedule = new Schedule(question, cases);
        return IntStream.range(0, TURNS)
                .mapToObj(round -> schedule.round(true))
                .map(turn ->
                        String.join("", turn.stream().map(SnippetCase::name).toList()))
                .toList();
    }

    @Test
    void keepsOrderOfQuestion() {
        assertThat(names(Order.TURN, 7)).containsOnly("abcde");
    }

    @Test
    void repeatsRandomOrderOfSeed() {
        List<String> order = names(Order.RANDOM, 7);

        assertThat(names(Order.RANDOM, 7)).isEqualTo(order);
        assertThat(names(Order.RANDOM, 8)).isNotEqualTo(order);
        assertThat(order).anyMatch(turn -> !turn.equals(order.get(0)));
    }

    @Test
    void runsEverySnippetOncePerRound() {
        assertThat(names(Order.RANDOM, 7))
                .allSatisfy(turn -> assertThat(turn.chars().sorted().mapToObj(Character::toString))
                        .containsExactly("a", "b", "c", "d", "e"));
    }

    private static int firstTurn(Order order) {
        Question question = question(order, 7);
        return new Schedule(question, cases(question))
                .next(Duration.ofSeconds(1))
                .orElseThrow()
                .size();
    }

    @Test
    void returnsOneForkPerTurnOrAllInParallel() {
        assertThat(firstTurn(Order.TURN)).isEqualTo(1);
        assertThat(firstTurn(Order.RANDOM)).isEqualTo(1);
        assertThat(firstTurn(Order.PARALLEL)).isEqualTo(5);
    }

    /** Simulates the forks of one snippet that does not reach a precision of 1 %: its samples differ too much. */
    private static int forks(Duration left) {
        Question lone = Question.of(Snippet.of("a"));
        Question precise = lone.with(new Sampling(
                2, Duration.ofMillis(10), 0, OptionalInt.empty(), 2, OptionalDouble.of(0.01), Duration.ofDays(1)));
        List<SnippetCase> cases = cases(precise);
        Schedule schedule = new Schedule(precise, cases);
        for (int forks = 0; forks < 10; forks++) {
            Optional<List<SnippetCase>> turn = schedule.next(left);
            if (turn.isEmpty()) {
                return forks;
            }
            cases.get(0).add(MadeFork.samples(1 + forks));
            schedule.ended(turn.get(), turn.get());
        }
        return 10;
    }

    @Test
    void runsOnlyRequestedForksAfterBudget() {
        assertThat(forks(Duration.ofSeconds(1))).isEqualTo(10);
        assertThat(forks(Duration.ZERO)).isEqualTo(2);
    }
}
