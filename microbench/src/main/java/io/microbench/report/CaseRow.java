// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Metric;
import io.microbench.scaling.Curves.SecondaryRate;
import io.microbench.stats.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A row of a table of cases: a case with derived values, or one of its secondary results. */
record CaseRow(
        CaseResult result,
        Optional<SecondaryRow> secondary,
        String relation,
        String warnings,
        Forks forks,
        CaseReach reach) {

    private static CaseRow of(CaseResult result, Optional<SecondaryRow> secondary, String relation, String warnings) {
        return new CaseRow(result, secondary, relation, warnings, Forks.of(result), CaseReach.of(result));
    }

    static CaseRow of(CaseResult result) {
        return of(result, Optional.empty(), "", "");
    }

    static CaseRow of(CaseResult result, String warnings) {
        return of(result, Optional.empty(), "", warnings);
    }

    static List<CaseRow> allOf(CaseResult result, Optional<Reference> reference) {
        List<CaseRow> rows = new ArrayList<>();
        String relation = reference.map(other -> other.relation(result)).orElse("");
        rows.add(of(result, Optional.empty(), relation, ""));
        SecondaryRow.of(result).forEach(row -> rows.add(of(result, Optional.of(row), "", "")));
        return rows;
    }

    /** Returns whether this is a secondary result about units of work; {@link UnitTable} shows the most important of these. */
    boolean isOfUnits() {
        return result.isOfUnits()
                && secondary.filter(row -> row.label().startsWith(Metric.UNITS)).isPresent();
    }

    /** Returns the nodes of the measured forks; empty in a run on one machine, and for secondary results. */
    String nodes() {
        return secondary.isPresent()
                ? ""
                : result.forksWithValue().stream()
                        .flatMap(fork -> fork.node().stream())
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    /** Returns whether this row has numbers; otherwise it shows the reason why there are none. */
    boolean isMeasured() {
        return result.status() == Status.DONE && result.score().isPresent();
    }

    boolean isForked() {
        return secondary.isEmpty() && !result.plan().inProcess();
    }

    Optional<Metric> metric() {
        return secondary.isPresent() ? secondary.map(SecondaryRow::metric) : result.score();
    }

    /** Returns JMH's count: iterations, or single operations in sample mode; 0 if there are none. */
    long count() {
        return secondary.map(SecondaryRow::count).orElseGet(() -> result.forks().stream()
                .flatMap(fork -> fork.measured().stream())
                .mapToLong(iteration -> Math.max(1, iteration.samples()))
                .sum());
    }

    double[] iterations() {
        return result.forks().stream()
                .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                .toArray();
    }

    /** Returns a percentile of the iterations; NaN without iterations. */
    double percentile(double percent) {
        double[] all = iterations();
        return all.length == 0 ? Double.NaN : Percentiles.of(all).at(percent);
    }

    /**
     * A secondary result with its own row, as in JMH's tables: a method of a group, a percentile, a counter of {@code @AuxCounters}, or a
     * metric of a profiler.
     *
     * @param label JMH's label
     * @param count number of values it is computed from; 0 if it is a single value or the number is unknown
     */
    record SecondaryRow(String label, long count, Metric metric) {
        /** Prefix of the results of the profiler that always runs; its allocation rate has its own column. */
        private static final String COLLECTOR = "gc.";

        private static final String TEXT_UNIT = "---";

        private static final Pattern PERCENTILE = Pattern.compile("(.*:)?p[01]\\.\\d+");

        static List<SecondaryRow> of(CaseResult result) {
            List<SecondaryRow> rows = new ArrayList<>();
            if (result.score().isPresent()) {
                new TreeMap<>(result.secondary()).forEach((label, metric) -> {
                    if (!label.startsWith(COLLECTOR) && !isText(metric)) {
                        rows.add(new SecondaryRow(
                                label, count(result, label, metric), SecondaryRate.metric(result, label, metric)));
                    }
                });
            }
            return rows;
        }

        /** Returns whether a profiler reported text instead of a number. Unlike text, a counter that is NaN has a unit. */
        private static boolean isText(Metric metric) {
            return Double.isNaN(metric.score()) && metric.unit().equals(TEXT_UNIT);
        }

        /** Returns JMH's count: the number of iterations, or the number of forks for a result of a whole fork. */
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

        /** Returns whether this is a method of a sampled group. Its number of samples is unknown: only the group's is recorded. */
        private static boolean isMemberOfSampledGroup(CaseResult result, Metric metric) {
            return result.plan().mode().isSampled()
                    && result.score()
                            .filter(s -> s.unit().equals(metric.unit()))
                            .isPresent();
        }
    }
}
