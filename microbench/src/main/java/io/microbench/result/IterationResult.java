// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * Records the result of one iteration.
 *
 * @param phase warm-up or measurement
 * @param number its number within the phase, from 1
 * @param end when the host received it, UTC
 * @param score JMH's score in the unit of the case
 * @param samples number of operations that the score is the mean of; 1 except in sample mode
 * @param percentiles percentiles of single operations, by rank in 0..100, ascending; empty except in sample mode
 * @param secondary secondary results by label, such as {@code gc.alloc.rate.norm}
 * @param signs conditions during the iteration; empty in records of versions that did not record them
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record IterationResult(
        Phase phase,
        int number,
        Instant end,
        double score,
        long samples,
        Map<String, Double> percentiles,
        Map<String, Metric> secondary,
        Optional<IterationSigns> signs) {

    /** The ranks of the percentiles that are stored in sample mode. */
    public static final List<Double> PERCENTILES = List.of(0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0);

    public enum Phase {
        WARMUP,
        MEASUREMENT
    }

    public IterationResult {
        percentiles = Collections.unmodifiableMap(new LinkedHashMap<>(percentiles));
        secondary = Collections.unmodifiableMap(new TreeMap<>(secondary));
    }

    /** Returns a copy of this iteration at another position of its fork. */
    public IterationResult as(Phase otherPhase, int otherNumber) {
        return new IterationResult(otherPhase, otherNumber, end, score, samples, percentiles, secondary, signs);
    }

    /** Returns whether its threads waited for a processor for longer than the run accepts. */
    public boolean starved() {
        return signs.filter(IterationSigns::starved).isPresent();
    }
}
