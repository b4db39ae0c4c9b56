// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Metric;
import io.microbench.stats.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table of cases: a case with all computed values, or one of its secondary results.
 *
 * <p>Expensive values are computed once, when a column needs them.
 */
final class CaseRow {

    private final CaseResult result;
    private final Optional<SecondaryRow> secondary;
    private final String relation;
    private final String warnings;
    private @Nullable Forks forks;
    private @Nullable CaseReach reach;
    private double @Nullable [] iterations;
    private @Nullable Percentiles percentiles;

    private CaseRow(CaseResult result, Optional<SecondaryRow> secondary, String relation, String warnings) {
        this.result = result;
        this.secondary = secondary;
        this.relation = relation;
        this.warnings = warnings;
    }

    /** Returns the row of a case. */
    static CaseRow of(CaseResult result) {
        return new CaseRow(result, Optional.empty(), "", "");
    }

    /** Returns the row of a case and those of its secondary results. */
    static List<CaseRow> allOf(CaseResult result, Optional<Reference> reference) {
        List<CaseRow> rows = new ArrayList<>();
        rows.add(new CaseRow(
                result,
                Optional.empty(),
                reference.map(other -> other.relation(result)).orElse(""),
                ""));
        SecondaryRow.of(result).forEach(row -> rows.add(new CaseRow(result, Optional.of(row), "", "")));
        return rows;
    }

    /** Returns this row with the kinds of warnings on its case. */
    CaseRow warnedOf(String kinds) {
        return new CaseRow(result, secondary, relation, kinds);
    }

    CaseResult result() {
        return result;
    }

    Optional<SecondaryRow> secondary() {
        return secondary;
    }

    /** Returns how the case compares with a reference; empty if there is none. */
    String relation() {
        return relation;
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

    String warnings() {
        return warnings;
    }

    Forks forks() {
        Forks known = forks;
        if (known == null) {
            known = Forks.of(result);
            forks = known;
        }
        return known;
    }

    CaseReach reach() {
        CaseReach known = reach;
        if (known == null) {
            known = CaseReach.of(result);
            reach = known;
        }
        return known;
    }

    /** Returns whether a table has numbers for this row; otherwise it shows the reason. */
    boolean isMeasured() {
        return result.status() == Status.DONE && result.score().isPresent();
    }

    /** Returns whether this is the row of a case that ran in forks. */
    boolean isForked() {
        return secondary.isEmpty() && !result.plan().inProcess();
    }

    /** Returns the result of the row. */
    Optional<Metric> metric() {
        return secondary.isPresent() ? secondary.map(SecondaryRow::metric) : result.score();
    }

    /** Returns JMH's count: iterations, or single operations in sample mode; 0 if it counts nothing. */
    long count() {
        return secondary.map(SecondaryRow::count).orElseGet(() -> result.forks().stream()
                .flatMap(fork -> fork.measured().stream())
                .mapToLong(iteration -> Math.max(1, iteration.samples()))
                .sum());
    }

    /** Returns the finite scores of all measured iterations. */
    double[] iterations() {
        double[] known = iterations;
        if (known == null) {
            known = result.forks().stream()
                    .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                    .toArray();
            iterations = known;
        }
        return known;
    }

    /** Returns a percentile of the iterations; NaN without any. */
    double percentile(double percent) {
        if (iterations().length == 0) {
            return Double.NaN;
        }
        Percentiles known = percentiles;
        if (known == null) {
            known = Percentiles.of(iterations());
            percentiles = known;
        }
        return known.at(percent);
    }
}
