// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Workers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutlineTest {

    private static final Question TWO = Question.of(Snippet.of("1"), Snippet.of("2"));

    private static Sampling sampling(int samples, long loop, OptionalInt warmup, int forks, OptionalDouble precision) {
        return new Sampling(samples, Duration.ofMillis(200), loop, warmup, forks, precision, Duration.ofSeconds(90));
    }

    @Test
    void sumsWarmUpAndSamples() {
        Map<String, List<String>> inputs = new LinkedHashMap<>();
        inputs.put("n", List.of("10", "5", "7"));
        inputs.put("m", List.of("a", "b"));
        Question question = TWO.withInputs(inputs)
                .with(sampling(5, 0, OptionalInt.of(3), 2, OptionalDouble.empty()))
                .withCheck(Check.SAME);

        assertThat(Outline.of(question))
                .containsExactly(
                        Map.entry("Snippets", "2"),
                        Map.entry("Inputs", "n = 10, 5, 7; m = a, b (6 combinations)"),
                        Map.entry("Warm-up", "3 x 200 ms a fork"),
                        Map.entry("Sample", "200 ms"),
                        Map.entry("Samples", "5 of each snippet"),
                        Map.entry("Forks", "2 of each snippet, interleaved"),
                        Map.entry("Workers", "1"),
                        Map.entry("Check", "all results are the same"),
                        Map.entry("Estimate", "26 s = 12 x (1.2 s + 5 x 200 ms), and the start of 24 JVMs"));
    }

    @Test
    void describesDefaultPlan() {
        assertThat(Outline.of(TWO))
                .containsEntry("Inputs", "none")
                .containsEntry("Warm-up", "5 x 100 ms a fork, less in later forks if the first is steady")
                .containsEntry("Estimate", "at most 6 s = 2 x (1.5 s + 3 x 500 ms), and the start of 6 JVMs")
                .containsEntry("Samples", "2 to 3 of each snippet")
                .containsEntry("Forks", "2 to 3 of each snippet, interleaved")
                .doesNotContainKey("Check");
    }

    @Test
    void multipliesSnippetsByVariants() {
        Question question = TWO.withVariants(List.of(
                new Question.Variant("g1", Optional.empty(), 17, List.of()),
                new Question.Variant("zgc", Optional.empty(), 17, List.of())));

        assertThat(Outline.of(question))
                .containsEntry("Variants", "g1, zgc")
                .containsEntry("Estimate", "at most 12 s = 4 x (1.5 s + 3 x 500 ms), and the start of 12 JVMs");
    }

    @Test
    void omitsDurationForFixedNumberOfCalls() {
        Question question = TWO.with(sampling(1, 1000, OptionalInt.empty(), 3, OptionalDouble.empty()));

        assertThat(Outline.of(question))
                .containsEntry("Warm-up", "2 x 1000 calls a fork")
                .containsEntry("Sample", "1000 calls")
                .containsEntry("Estimate", "as long as 6 samples take, and the start of 2 JVMs");
    }

    @Test
    void mentionsForksForPrecision() {
        Question question = TWO.with(sampling(1, 0, OptionalInt.of(0), 1, OptionalDouble.of(0.02)));

        assertThat(Outline.of(question))
                .containsEntry("Warm-up", "none")
                .containsEntry(
                        "Estimate",
                        "400 ms = 2 x (0 ms + 1 x 200 ms), and the start of 2 JVMs; forks are added until the"
                                + " precision is reached or 1 min 30 s have passed");
    }

    @Test
    void sumsAllRungs() {
        Question question = TWO.with(sampling(3, 0, OptionalInt.of(1), 1, OptionalDouble.empty()))
                .withWorkers(1, 2, 4);

        assertThat(Outline.of(question))
                .containsEntry("Workers", "1, 2, 4")
                .containsEntry("Estimate", "4.8 s = 6 x (200 ms + 3 x 200 ms), and the start of 6 JVMs");
    }

    @Test
    void abbreviatesLongListOfWorkers() {
        int[] many = IntStream.iterate(1, workers -> workers == 1 ? 10 : workers + 10)
                .limit(21)
                .toArray();
        Question question = Question.of(Snippet.of("1"))
                .with(new Sampling(
                        3, Duration.ofSeconds(1), 0, OptionalInt.of(1), 1, OptionalDouble.empty(), Duration.ofDays(1)))
                .withWorkers(many);

        assertThat(Outline.of(question))
                .containsEntry("Workers", "1, 10, 20 ... 200")
                .containsEntry("Estimate", "1 min 24 s = 21 x (1 s + 3 x 1 s), and the start of 21 JVMs");
    }

    @Test
    void addsLatencyForkForEachRungOfSnippets() {
        Question question = TWO.withOverhead()
                .with(sampling(2, 0, OptionalInt.of(1), 2, OptionalDouble.empty()))
                .withWorkers(new Workers(List.of(1, 2), true, OptionalInt.empty()));

        assertThat(Outline.of(question))
                .containsEntry(
                        "Estimate",
                        "7.2 s = 6 x (400 ms + 2 x 200 ms) + 4 forks for latency, and the start of 16 JVMs");
    }

    @Test
    void estimatesMaximumOfSqueeze() {
        Question question = TWO.with(sampling(2, 0, OptionalInt.of(1), 2, OptionalDouble.empty()))
                .withWorkers(Workers.of(1, 2, 3).squeezed(2));

        assertThat(Outline.of(question))
                .containsEntry("Workers", "1, 2, 3, until more bring no gain")
                .containsEntry("Estimate", "at most 4.8 s = 6 x (400 ms + 2 x 200 ms), and the start of 12 JVMs");
    }
}
