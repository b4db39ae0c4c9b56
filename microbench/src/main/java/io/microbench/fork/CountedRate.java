// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.fork.ForkProbe.ForkFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.runner.IterationType;

/**
 * Divides the operations that JMH counted in an iteration by the time that the iteration took. With more threads than
 * processors, that time is often much longer than planned: JMH waits until each thread has run.
 */
public final class CountedRate {

    /** The fact with the operations per second of all threads, the median of the measured iterations so far. */
    public static final String FACT = "jmh.counted.rate";

    private final int threads;
    private final int processors;
    private final List<Double> rates = new ArrayList<>();

    CountedRate(int threads, int processors) {
        this.threads = threads;
        this.processors = processors;
    }

    /**
     * Records an iteration, unless the fork has a processor for each thread.
     *
     * @param seconds the time from before its threads were started until all had ended
     */
    void add(IterationParams params, IterationResult result, double seconds) {
        if (threads <= processors || params.getType() != IterationType.MEASUREMENT) {
            return;
        }
        IterationResultMetaData counted = result.getMetadata();
        if (counted != null && seconds > 0) {
            add(counted.getAllOps() / seconds);
            ForkFacts.put(FACT, String.format(Locale.ROOT, "%.3f", median()));
        }
    }

    void add(double rate) {
        rates.add(rate);
    }

    double median() {
        Collections.sort(rates);
        int middle = rates.size() / 2;
        return rates.size() % 2 == 1 ? rates.get(middle) : (rates.get(middle - 1) + rates.get(middle)) / 2;
    }
}
