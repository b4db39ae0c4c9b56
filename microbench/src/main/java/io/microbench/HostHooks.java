// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Calls the overridable methods of a benchmark class for the harness.
 *
 * <p>It is in this package because the methods of {@link AbstractMicrobenchmark} are protected. Authors of benchmarks do not need it.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class HostHooks {

    private HostHooks() {}

    /** Returns the JVM arguments that the class adds for its forks. */
    public static List<String> forkJvmArgs(AbstractMicrobenchmark benchmark) {
        return List.copyOf(benchmark.forkJvmArgs());
    }

    /** Returns the system properties that the class passes to its forks. */
    public static List<String> forwardedProperties(AbstractMicrobenchmark benchmark) {
        return List.copyOf(benchmark.forwardedProperties());
    }

    /** Returns why cases with this method and these parameters are skipped here; empty if they are not. */
    public static Optional<String> skipReason(
            AbstractMicrobenchmark benchmark, String method, Map<String, String> parameters) {
        return benchmark.skipReason(method, Map.copyOf(parameters));
    }

    /** Returns the JMH options as changed by the class. */
    public static ChainedOptionsBuilder options(AbstractMicrobenchmark benchmark, ChainedOptionsBuilder options) {
        return benchmark.options(options);
    }
}
