// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.stats.SequentialOrder;
import java.util.List;

/** Decides which of the compared snippets differ significantly. */
final class SnippetOrder {

    /** Two forks of a single snippet are enough if they differ by at most this share. */
    private static final double AGREEMENT = 0.10;

    private SnippetOrder() {}

    /**
     * Returns whether two snippets differ significantly and by more than {@link SequentialOrder#BAND}; false if a
     * snippet has a single sample, whose error is unknown.
     *
     * @param compared all snippets that are compared with each other, including the two; their names are different
     */
    static boolean isClear(SnippetResult one, SnippetResult other, List<SnippetResult> compared) {
        double[] first = one.forkValues();
        double[] second = other.forkValues();
        if (SequentialOrder.canJudge(first) && SequentialOrder.canJudge(second)) {
            List<double[]> rows = compared.stream()
                    .filter(row -> !row.name().equals(one.name()) && !row.name().equals(other.name()))
                    .map(SnippetResult::forkValues)
                    .filter(SequentialOrder::canJudge)
                    .toList();
            return SequentialOrder.among(Math.max(2, compared.size())).isClear(first, second, rows);
        }
        // The interval of a single fork is computed from its samples.
        return one.interval()
                .flatMap(own -> other.interval().map(its -> Math.max(own.low() / its.high(), its.low() / own.high())))
                .filter(apart -> apart > 1 + SequentialOrder.BAND)
                .isPresent();
    }

    /** Returns whether two forks of a snippet are enough, given the results of the others so far. */
    static boolean isSettled(SnippetCase snippetCase, List<SnippetCase> cases) {
        double[] own = snippetCase.result().forkValues();
        if (!SequentialOrder.canJudge(own)) {
            return false;
        }
        List<double[]> others = cases.stream()
                .filter(other -> other != snippetCase && snippetCase.isComparedWith(other))
                .map(other -> other.result().forkValues())
                .toList();
        if (others.isEmpty()) {
            return agree(own[0], own[1]);
        }
        SequentialOrder order = SequentialOrder.among(others.size() + 1);
        return others.stream().allMatch(values -> SequentialOrder.canJudge(values) && order.isClearEarly(own, values));
    }

    private static boolean agree(double one, double other) {
        return Math.max(one, other) <= Math.min(one, other) * (1 + AGREEMENT);
    }
}
