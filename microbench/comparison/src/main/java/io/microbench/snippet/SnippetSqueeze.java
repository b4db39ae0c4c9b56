// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.Failure;
import io.microbench.scaling.Rung;
import io.microbench.scaling.Squeeze;
import io.microbench.scaling.Squeezed;
import io.microbench.settings.ThreadCounts;
import io.microbench.snippet.Question.Workers;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Measures a snippet with more and more workers until they bring no gain, as decided by {@link Squeeze}.
 *
 * <p>A A rung is measured with all its forks before the next one begins; several snippets are measured one after the
 * other.
 *
 * @param measure runs all forks of the cases of a rung
 * @param over returns whether no further fork starts
 * @param progress receives a line for each measured rung
 */
record SnippetSqueeze(
        Workers workers, Consumer<List<SnippetCase>> measure, BooleanSupplier over, Consumer<String> progress) {

    /** Measures one snippet, and returns the result; empty if the run was over before it began. */
    Optional<Squeezed> climb(SnippetCase curve) {
        if (over.getAsBoolean()) {
            return Optional.empty();
        }
        Squeeze squeeze = new Squeeze(workers.counts(), workers.patience().orElse(ThreadCounts.PATIENCE));
        for (OptionalInt next = squeeze.next(); next.isPresent(); next = squeeze.next()) {
            List<SnippetCase> rung = curve.rung(next.getAsInt());
            measure.accept(rung);
            take(rung.get(0), squeeze);
        }
        return Optional.of(squeeze.outcome());
    }

    private void take(SnippetCase rung, Squeeze squeeze) {
        SnippetResult result = rung.result();
        Optional<Failure> failure = rung.failure();
        // Samples from before a stop are valid.
        if (result.isMeasured() && failure.isEmpty()) {
            squeeze.measured(result.rung().from(result.result().forkValues().length));
            progress.accept(text(result));
        }
        if (over.getAsBoolean()) {
            squeeze.stop();
        } else if (failure.isPresent() || !result.isMeasured()) {
            squeeze.failed(failure.map(Failure::message).orElse("it delivered no number"));
        }
    }

    private static String text(SnippetResult result) {
        Rung rung = result.rung();
        return result.title() + ": " + Counted.of(rung.workers(), "worker") + " at "
                + Quantity.COUNT.format(rung.rate()) + " ops/s"
                + rung.interval()
                        .map(i -> ", ±" + Numbers.percent(result.precision()))
                        .orElse("");
    }
}
