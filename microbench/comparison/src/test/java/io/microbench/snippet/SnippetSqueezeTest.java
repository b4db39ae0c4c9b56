// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.scaling.Squeeze.Squeezed.End;
import io.microbench.snippet.Question.Workers;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.SnippetRun.SnippetSqueeze;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SnippetSqueezeTest {

    private static final Workers UP_TO_EIGHT =
            Workers.of(1, 2, 3, 4, 5, 6, 7, 8).squeezed(3);

    private final List<SnippetCase> begun = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private boolean over;

    private Optional<Squeezed> climb(Workers workers, Consumer<SnippetCase> fork) {
        Question question = Question.of(Snippet.of("put")).withWorkers(workers);
        return new SnippetSqueeze(
                        workers,
                        cases -> {
                            begun.addAll(cases);
                            cases.forEach(fork);
                        },
                        () -> over,
                        progress::add)
                .climb(new SnippetCase(question, new Row(0, "put", Question.Variant.HERE), Map.of()));
    }

    /** Adds two forks of the same rate, whose interval has no width. */
    private static void forks(SnippetCase one, double rate) {
        one.add(MadeFork.samples(rate));
        one.add(MadeFork.samples(rate));
    }

    @Test
    void endsWhenMoreWorkersBringNoGain() {
        double[] rates = {10e6, 20e6, 30e6, 29e6, 28e6, 27e6, 90e6, 90e6};
        Squeezed squeezed =
                climb(UP_TO_EIGHT, one -> forks(one, rates[one.workers() - 1])).orElseThrow();

        assertThat(squeezed.end()).isEqualTo(End.PATIENCE);
        assertThat(squeezed.rungs()).extracting(Rung::workers).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(squeezed.best()).map(Rung::workers).contains(3);
        assertThat(progress)
                .hasSize(6)
                .startsWith("put: 1 worker at 10.00 M ops/s, ±0.00%", "put: 2 workers at 20.00 M ops/s, ±0.00%");
    }

    @Test
    void reportsBestRung() {
        double[] rates = {100, 50, 40};
        Squeezed squeezed = climb(Workers.of(1, 2, 3).squeezed(3), one -> forks(one, rates[one.workers() - 1]))
                .orElseThrow();

        assertThat(squeezed.end()).isEqualTo(End.TOP);
        assertThat(squeezed.best()).map(Rung::workers).contains(1);
    }

    @Test
    void keepsPartOfRungOnStop() {
        Squeezed squeezed = climb(UP_TO_EIGHT, one -> {
                    one.add(MadeFork.samples(one.workers() * 1e6));
                    over = one.workers() == 2;
                })
                .orElseThrow();

        assertThat(squeezed.end()).isEqualTo(End.STOPPED);
        assertThat(squeezed.rungs()).extracting(Rung::workers).containsExactly(1, 2);
        assertThat(squeezed.best()).map(Rung::workers).contains(2);
    }

    @Test
    void keepsEarlierRungsAfterFailure() {
        Squeezed squeezed = climb(UP_TO_EIGHT, one -> {
                    if (one.workers() == 3) {
                        one.add(MadeFork.failed("java.lang.OutOfMemoryError: unable to create native thread"));
                    } else {
                        forks(one, one.workers() * 1e6);
                    }
                })
                .orElseThrow();

        assertThat(squeezed.end()).isEqualTo(End.FAILED);
        assertThat(squeezed.why())
                .isEqualTo("3 workers failed: java.lang.OutOfMemoryError: unable to create native thread");
        assertThat(squeezed.best()).map(Rung::workers).contains(2);
    }

    @Test
    void endsAtRungWithoutScore() {
        assertThat(climb(UP_TO_EIGHT, one -> {}).orElseThrow().why()).isEqualTo("1 worker failed: it has no score");
    }

    @Test
    void measuresNothingAfterEndOfRun() {
        over = true;

        assertThat(climb(UP_TO_EIGHT, one -> forks(one, 1e6))).isEmpty();
        assertThat(begun).isEmpty();
    }

    @Test
    void measuresLatencyOfEachRung() {
        climb(new Workers(List.of(1, 2), true, OptionalInt.of(1)), one -> forks(one, one.workers() * 1e6));

        assertThat(begun).extracting(SnippetCase::workers).containsExactly(1, 1, 2, 2);
        assertThat(begun).extracting(SnippetCase::isOfLatency).containsExactly(false, true, false, true);
    }
}
