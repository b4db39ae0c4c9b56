// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.run.JmhFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;

/** The scores that were added to the last iteration, as JMH would report them, including derived ones. */
public final class TakenResults {

    private TakenResults() {}

    public static Map<String, Double> scores() {
        return of(List.of(ExtraResults.take(JmhFixtures.params())));
    }

    /** Returns the scores that replace JMH's. */
    public static List<Result<?>> primary() {
        return ExtraResults.take(JmhFixtures.params()).stream()
                .filter(each -> each.getRole().isPrimary())
                .toList();
    }

    /** Returns the scores that JMH reports for a fork with the given results, one list for each iteration. */
    public static Map<String, Double> of(List<List<Result<?>>> fork) {
        List<IterationResult> iterations = new ArrayList<>();
        for (List<Result<?>> results : fork) {
            IterationResult iteration = new IterationResult(null, null, null);
            iteration.addResult(new ThroughputResult(ResultRole.PRIMARY, "method", 1, 1, TimeUnit.SECONDS));
            results.stream().filter(each -> !each.getRole().isPrimary()).forEach(iteration::addResult);
            iterations.add(iteration);
        }
        Map<String, Double> scores = new TreeMap<>();
        new BenchmarkResult(null, iterations)
                .getSecondaryResults()
                .forEach((name, result) -> scores.put(name, ((Result<?>) result).getScore()));
        return scores;
    }
}
