// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.stats.Confidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Joins forks of a case that ran in several hosts, from the record of each.
 *
 * <p>As in JMH, the score is the mean over the measured iterations, with its 99.9 % error. For sampled times, it is the
 * mean over the samples; its error is unknown because their spread is not in the record. Counts and times of garbage
 * collections among the secondary results are added; the others are means over the forks.
 */
public record JoinedScore(Metric primary, Map<String, Metric> secondary) {

    /**
     * Returns a run that was killed or is in progress, with the scores of its unfinished cases, from their forks so
     * far.
     */
    public static RunRecord soFar(RunRecord run) {
        return run.end().isPresent()
                ? run
                : run.withCases(run.cases().stream().map(JoinedScore::soFar).toList());
    }

    private static CaseResult soFar(CaseResult result) {
        if (result.status() != CaseResult.Status.PLANNED
                || result.forksWithValue().isEmpty()) {
            return result;
        }
        String time = TimeValue.tuToString(TimeUnit.valueOf(result.plan().timeUnit()));
        JoinedScore score = of(result.forks(), result.plan().mode().higherIsBetter() ? "ops/" + time : time + "/op");
        return new CaseResult(
                result.id(),
                result.plan(),
                CaseResult.Status.DONE,
                "",
                Optional.of(score.primary()),
                score.secondary(),
                result.forks(),
                result.profiles());
    }

    public static JoinedScore of(List<ForkResult> forks, String unit) {
        List<IterationResult> measured = forks.stream()
                .filter(fork -> fork.failure().isEmpty())
                .flatMap(fork -> fork.measured().stream())
                // NaN if no asynchronous unit of work ended in the iteration.
                .filter(iteration -> !Double.isNaN(iteration.score()))
                .toList();
        boolean sampled = measured.stream().anyMatch(iteration -> iteration.samples() > 1);
        return new JoinedScore(sampled ? sampled(measured, unit) : pooled(measured, unit), secondary(forks));
    }

    private static Metric pooled(List<IterationResult> measured, String unit) {
        ListStatistics scores = new ListStatistics(
                measured.stream().mapToDouble(IterationResult::score).toArray());
        return new Metric(scores.getMean(), scores.getMeanErrorAt(Confidence.JMH_ERROR.level()), unit);
    }

    private static Metric sampled(List<IterationResult> measured, String unit) {
        double samples = measured.stream().mapToDouble(IterationResult::samples).sum();
        double sum = measured.stream()
                .mapToDouble(iteration -> iteration.score() * iteration.samples())
                .sum();
        return new Metric(sum / samples, Double.NaN, unit);
    }

    public static Map<String, Metric> secondary(List<ForkResult> forks) {
        Map<String, List<Metric>> all = new TreeMap<>();
        forks.forEach(fork -> fork.secondary()
                .forEach((label, metric) ->
                        all.computeIfAbsent(label, none -> new ArrayList<>()).add(metric)));
        Map<String, Metric> joined = new TreeMap<>();
        all.forEach((label, metrics) -> joined.put(label, joined(label, metrics)));
        return joined;
    }

    private static Metric joined(String label, List<Metric> metrics) {
        double sum = metrics.stream().mapToDouble(Metric::score).sum();
        boolean added = label.equals("gc.count") || label.equals("gc.time");
        return new Metric(
                added ? sum : sum / metrics.size(), Double.NaN, metrics.get(0).unit());
    }
}
