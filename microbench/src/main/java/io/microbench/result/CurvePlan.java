// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.List;
import java.util.Optional;

/**
 * Describes how the cases of a ladder are drawn against their number of threads.
 *
 * @param chart title of the chart that their curve shares with those of the same title; the chart of their class where empty
 * @param rates labels of secondary results in operations per second of all threads: the first that a case has is its rate, and its
 *     score where it has none of them
 */
public record CurvePlan(Optional<String> chart, List<String> rates) {

    /** The default curve. */
    public static final CurvePlan PLAIN = new CurvePlan(Optional.empty(), List.of());

    public CurvePlan {
        rates = List.copyOf(rates);
    }
}
