// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Order;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.Question.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QuestionTest {

    private static final Variant G1 = new Variant("g1", Optional.empty(), 17, List.of("-XX:+UseG1GC"));

    private static final Sampling BRIEFLY = new Sampling(
            1, Duration.ofMillis(1), 0, OptionalInt.of(0), 1, OptionalDouble.empty(), Duration.ofSeconds(1));

    /** Returns a question without default values. */
    private static Question unusual() {
        return new Question(
                List.of(Snippet.of("a")),
                List.of("com.acme.*"),
                List.of(Path.of("classes")),
                Map.of("n", List.of("1")),
                BRIEFLY,
                Workers.of(3),
                true,
                Order.RANDOM,
                7,
                Duration.ofSeconds(9),
                List.of("-Xmx1g"),
                true,
                Check.SAME,
                List.of("gc"),
                Optional.of(Path.of("archive")),
                Optional.of(Path.of("cache")),
                List.of(G1));
    }

    private static Arguments change(
            Function<Question, Object> property,
            UnaryOperator<Question> change,
            Object value,
            UnaryOperator<Question> back) {
        return Arguments.of(property, change, value, back);
    }

    static Stream<Arguments> changes() {
        Map<String, List<String>> inputs = Map.of("m", List.of("2", "3"));
        return Stream.of(
                change(Question::sampling, q -> q.with(Sampling.DEFAULT), Sampling.DEFAULT, q -> q.with(BRIEFLY)),
                change(
                        Question::classPath,
                        q -> q.withClassPath(List.of(Path.of("x"))),
                        List.of(Path.of("x")),
                        q -> q.withClassPath(List.of(Path.of("classes")))),
                change(
                        Question::inputs,
                        q -> q.withInputs(inputs),
                        inputs,
                        q -> q.withInputs(Map.of("n", List.of("1")))),
                change(Question::check, q -> q.withCheck(Check.RUNS), Check.RUNS, q -> q.withCheck(Check.SAME)),
                change(
                        Question::jvmArgs,
                        q -> q.withJvmArgs(List.of()),
                        List.of(),
                        q -> q.withJvmArgs(List.of("-Xmx1g"))),
                change(
                        Question::profilers,
                        q -> q.withProfilers(List.of("stack")),
                        List.of("stack"),
                        q -> q.withProfilers(List.of("gc"))),
                change(Question::workers, q -> q.withWorkers(8), Workers.of(8), q -> q.withWorkers(3)),
                change(
                        Question::cache,
                        q -> q.withCache(Path.of("y")),
                        Optional.of(Path.of("y")),
                        q -> q.withCache(Path.of("cache"))),
                change(
                        Question::variants,
                        q -> q.withVariants(List.of(Variant.HERE)),
                        List.of(Variant.HERE),
                        q -> q.withVariants(List.of(G1))),
                change(
                        Question::snippets,
                        q -> q.withHooks("b", "c"),
                        List.of(Snippet.of("a").within("b", "c")),
                        q -> q.withHooks("", "")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void changesOnlyOneComponent(
            Function<Question, Object> property,
            UnaryOperator<Question> change,
            Object value,
            UnaryOperator<Question> back) {
        Question changed = change.apply(unusual());

        assertThat(property.apply(changed)).isEqualTo(value).isNotEqualTo(property.apply(unusual()));
        assertThat(back.apply(changed)).isEqualTo(unusual());
    }

    @Test
    void hasDefaults() {
        Question usual = Question.of(Snippet.of("a"));

        assertThat(usual.sampling().samples()).isEqualTo(3);
        assertThat(usual.sampling().forks()).isEqualTo(3);
        assertThat(usual.order()).isEqualTo(Order.TURN);
        assertThat(usual.check()).isEqualTo(Check.NONE);
        assertThat(usual.workers()).isEqualTo(Workers.ONE);
    }

    @Test
    void selectsReleaseOfOldestJdk() {
        int here = Runtime.version().feature();
        Variant older = new Variant("older", Optional.of(Path.of("java")), here - 1, List.of());
        Variant newer = new Variant("newer", Optional.of(Path.of("java")), here + 1, List.of());
        Variant same = new Variant("same", Optional.empty(), here, List.of());
        Question question = Question.of(Snippet.of("a"));

        assertThat(question.release()).isEmpty();
        assertThat(question.withVariants(List.of(newer, same)).release()).isEmpty();
        assertThat(question.withVariants(List.of(same, older, newer)).release()).hasValue(here - 1);
    }

    @Test
    void requiresUniqueVariantNames() {
        Question question = Question.of(Snippet.of("a"));

        assertThat(question.withVariants(List.of()).variants()).containsExactly(Variant.HERE);
        assertThatThrownBy(() -> question.withVariants(List.of(G1, G1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": if there are several, each needs a unique name");
        assertThatThrownBy(() -> question.withVariants(List.of(G1, Variant.HERE)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void copiesInputsInOrder() {
        Map<String, List<String>> inputs = new LinkedHashMap<>();
        List.of("z", "a", "m").forEach(name -> inputs.put(name, List.of("1")));
        Question question = Question.of(Snippet.of("a")).withInputs(inputs);
        inputs.clear();

        assertThat(question.inputs().keySet()).containsExactly("z", "a", "m");
        assertThat(question.withWorkers(2).inputs().keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void copiesLists() {
        List<String> arguments = new ArrayList<>(List.of("-Xmx1g"));
        Question question = Question.of(Snippet.of("a")).withJvmArgs(arguments);
        arguments.add("-Xint");

        assertThat(question.jvmArgs()).containsExactly("-Xmx1g");
    }
}
