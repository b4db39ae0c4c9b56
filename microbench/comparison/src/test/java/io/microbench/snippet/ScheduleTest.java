/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Question.Order;
import java.util.List;
import java.util.Map;
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
                usual.cache());
    }

    private static List<String> names(Order order, long seed) {
        Question question = question(order, seed);
        List<SnippetCase> cases = IntStream.range(0, question.snippets().size())
                .mapToObj(i ->
                        new SnippetCase(question, i, question.snippets().get(i).name(), Map.of()))
                .toList();
        Schedule schedule = new Schedule(question);
        return IntStream.range(0, TURNS)
                .mapToObj(turn -> schedule.turn(cases, true))
                .map(turn ->
                        String.join("", turn.stream().map(SnippetCase::name).toList()))
                .toList();
    }

    @Test
    void inTurnTheOrderIsThatOfTheQuestion() {
        assertThat(names(Order.TURN, 7)).containsOnly("abcde");
    }

    @Test
    void aSeedRepeatsARandomOrder() {
        List<String> order = names(Order.RANDOM, 7);

        assertThat(names(Order.RANDOM, 7)).isEqualTo(order);
        assertThat(names(Order.RANDOM, 8)).isNotEqualTo(order);
        assertThat(order).anyMatch(turn -> !turn.equals(order.get(0)));
    }

    @Test
    void eachTurnHasEverySnippetOnce() {
        assertThat(names(Order.RANDOM, 7))
                .allSatisfy(turn -> assertThat(turn.chars().sorted().mapToObj(Character::toString))
                        .containsExactly("a", "b", "c", "d", "e"));
    }
}
