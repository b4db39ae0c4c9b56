// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.scaling.RateBeside;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A secondary result with its own row, as in JMH's tables: a method of a group, a percentile, a counter of
 * {@code @AuxCounters}, a number of a profiler.
 *
 * @param label JMH's label
 * @param count number of values it is computed from; 0 if that is one, or unknown
 * @param metric the result
 */
record SecondaryRow(String label, long count, Metric metric) {

    /** The profiler that always runs: its allocation has a column. */
    private static final String COLLECTOR = "gc.";

    /** JMH's unit for a text. */
    private static final String TEXT_UNIT = "---";

    private static final Pattern PERCENTILE = Pattern.compile("(.*:)?p[01]\\.\\d+");

    /** Returns the rows of a case in the order of their labels; none for a case without a score. */
    static List<SecondaryRow> of(CaseResult result) {
        List<SecondaryRow> rows = new ArrayList<>();
        if (result.score().isPresent()) {
            new TreeMap<>(result.secondary()).forEach((label, metric) -> {
                if (!label.startsWith(COLLECTOR) && !isText(metric)) {
                    rows.add(new SecondaryRow(
                            label, count(result, label, metric), RateBeside.metric(result, label, metric)));
                }
            });
        }
        return rows;
    }

    /** Returns whether a profiler reported text, which has no number; a counter that is NaN has a unit. */
    private static boolean isText(Metric metric) {
        return Double.isNaN(metric.score()) && metric.unit().equals(TEXT_UNIT);
    }

    /** Returns JMH's count: iterations that have the result, or forks if it belongs to a whole fork. */
    private static long count(CaseResult result, String label, Metric metric) {
        if (PERCENTILE.matcher(label).matches() || isMemberOfSampledGroup(result, metric)) {
            return 0;
        }
        List<Boolean> iterations = result.forks().stream()
                .flatMap(fork -> fork.measured().stream())
                .map(iteration -> iteration.secondary().containsKey(label))
                .toList();
        if (iterations.contains(true)) {
            // JMH counts 0 if an iteration lacks a counter.
            return iterations.size();
        }
        return result.forks().stream()
                .filter(fork -> fork.secondary().containsKey(label))
                .count();
    }

    /** Returns whether it is a method of a sampled group: the number of samples is known only for the whole group. */
    private static boolean isMemberOfSampledGroup(CaseResult result, Metric metric) {
        return result.plan().mode().isSampled()
                && result.score().filter(s -> s.unit().equals(metric.unit())).isPresent();
    }
}
