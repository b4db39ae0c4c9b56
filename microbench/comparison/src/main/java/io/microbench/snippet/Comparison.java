// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.monitor.MonitorHistory;
import io.microbench.result.Failure;
import io.microbench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The result of a comparison.
 *
 * @param answer everything that was measured, with failures and warnings
 * @param history the monitor's samples of the forks in the last two minutes; empty without a monitor
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record Comparison(Answer answer, MonitorHistory history) {

    /**
     * The score of one snippet with one combination of inputs and one number of workers.
     *
     * @param name the label, or the snippet itself
     * @param inputs values of the inputs by name
     * @param workers number of workers that ran at the same time
     * @param nanos nanoseconds of one call by one worker
     * @param interval the 95 % interval of {@code nanos}; empty with a single sample
     * @param rate total calls per second of all workers
     * @param relative the rate as a share of the best one with the same inputs and number of workers: above 0, and 1
     *     for the best
     * @param even whether the difference from the best is not significant or at most 1 %; true for the best
     * @param samples nanoseconds of one call, in the order in which they were measured
     * @param allocation bytes that one call allocates, as the mean of the forks; empty without an allocation profiler,
     *     if samples have a fixed number of calls, or if calls have hooks, which may allocate, too
     */
    public record Score(
            String name,
            Map<String, String> inputs,
            int workers,
            double nanos,
            Optional<Interval> interval,
            double rate,
            double relative,
            boolean even,
            List<Double> samples,
            OptionalDouble allocation) {}

    /** Returns the scores of all measured snippets, in the order of the question. */
    public List<Score> scores() {
        return measured().map(this::score).toList();
    }

    /**
     * Returns the score of a snippet; the first one if it was measured with several inputs or numbers of workers.
     *
     * @throws IllegalStateException if the snippet failed or was not measured before the run was stopped
     * @throws IllegalArgumentException if no snippet has that name
     */
    public Score score(String name) {
        SnippetResult found = answer.snippets().stream()
                .filter(snippet -> snippet.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no snippet \"" + name + "\"; expected one of "
                        + answer.snippets().stream()
                                .map(SnippetResult::name)
                                .distinct()
                                .toList()));
        if (!found.isMeasured()) {
            Failure failure = answer.failures().get(found.result().id().text());
            throw new IllegalStateException(
                    "\"" + name + "\" was not measured" + (failure == null ? "" : ": " + failure.message()));
        }
        return score(found);
    }

    private Stream<SnippetResult> measured() {
        return answer.snippets().stream().filter(SnippetResult::isMeasured);
    }

    private Score score(SnippetResult snippet) {
        List<SnippetResult> compared = measured()
                .filter(other ->
                        other.workers() == snippet.workers() && other.inputs().equals(snippet.inputs()))
                .toList();
        SnippetResult best = compared.stream()
                .max((a, b) -> Double.compare(a.rate(), b.rate()))
                .orElse(snippet);
        boolean even = best.name().equals(snippet.name()) || !SnippetOrder.isClear(snippet, best, compared);
        return new Score(
                snippet.name(),
                snippet.inputs(),
                snippet.workers(),
                snippet.nanos(),
                snippet.interval(),
                snippet.rate(),
                snippet.rate() / best.rate(),
                even,
                Arrays.stream(snippet.samples()).map(snippet::nanos).boxed().toList(),
                snippet.allocation());
    }
}
