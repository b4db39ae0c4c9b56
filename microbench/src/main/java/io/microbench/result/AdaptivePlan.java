// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Describes how long a case is measured if that depends on its results, not on fixed numbers.
 *
 * @param precision forks are added until the 95 % interval over them is no wider than this share of the value to either
 *     side; empty where the time alone decides
 * @param smallestForks forks that the case gets in any case, while there is time; at least 2
 * @param largestForks forks after which the case ends, regardless of its interval
 * @param rule name of the rule that ends each fork
 * @param starvation the share of an iteration's time, in 0..1, that its threads may wait for a processor; one that
 *     waits longer is starved and does not count
 * @param training id of the run whose training the plan follows; empty if it follows none
 */
public record AdaptivePlan(
        Optional<Double> precision,
        int smallestForks,
        int largestForks,
        String rule,
        double starvation,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> training) {

    public AdaptivePlan {
        precision.ifPresent(share -> RecordNumbers.above0(share, "precision"));
        RecordNumbers.share(starvation, "starvation");
        if (smallestForks < 2 || largestForks < smallestForks) {
            throw new IllegalArgumentException("minForks = " + smallestForks + ", maxForks = " + largestForks
                    + "; minForks must be at least 2, and maxForks at least minForks");
        }
    }

    /** Describes a plan that follows no training. */
    public AdaptivePlan(
            Optional<Double> precision, int smallestForks, int largestForks, String rule, double starvation) {
        this(precision, smallestForks, largestForks, rule, starvation, Optional.empty());
    }

    /** Returns the same plan with another rule. */
    public AdaptivePlan withRule(String other) {
        return new AdaptivePlan(precision, smallestForks, largestForks, other, starvation, training);
    }
}
