// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Asks a class once for the options of its cases, and again only for cases and forks that are measured in another way. */
final class AskedOnce implements UnaryOperator<ChainedOptionsBuilder> {

    private final UnaryOperator<ChainedOptionsBuilder> change;
    private final Map<List<Object>, Options> known = new HashMap<>();

    AskedOnce(UnaryOperator<ChainedOptionsBuilder> change) {
        this.change = change;
    }

    @Override
    public synchronized ChainedOptionsBuilder apply(ChainedOptionsBuilder options) {
        Options filled = options.build();
        List<Object> key = List.of(
                filled.getWarmupIterations(),
                filled.getWarmupTime(),
                filled.getWarmupBatchSize(),
                filled.getMeasurementIterations(),
                filled.getMeasurementTime(),
                filled.getMeasurementBatchSize(),
                filled.getOperationsPerInvocation(),
                filled.getTimeUnit(),
                filled.getTimeout(),
                filled.shouldDoGC());
        Options asked =
                known.computeIfAbsent(key, first -> change.apply(options).build());
        return new OptionsBuilder().parent(asked);
    }
}
