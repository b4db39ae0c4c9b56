// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Calls, for the harness, what a benchmark class overrides.
 *
 * <p>The methods of {@link AbstractMicrobenchmark} are protected: they are for a subclass to override, not for anyone
 * to call. Only a class of their own package can, so this one is here, although it is no author's business.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class HostHooks {

    private HostHooks() {}

    /** Returns the JVM arguments that the class wants for its forks. */
    public static List<String> forkJvmArgs(AbstractMicrobenchmark benchmark) {
        return List.copyOf(benchmark.forkJvmArgs());
    }

    /** Returns the system properties that the class wants its forks to have. */
    public static List<String> forwardedProperties(AbstractMicrobenchmark benchmark) {
        return List.copyOf(benchmark.forwardedProperties());
    }

    /** Returns why cases with this method and these parameters are skipped here; empty if they are not. */
    public static Optional<String> skipReason(
            AbstractMicrobenchmark benchmark, String method, Map<String, String> parameters) {
        return benchmark.skipReason(method, Map.copyOf(parameters));
    }

    /** Returns JMH options as the class wants them. */
    public static ChainedOptionsBuilder options(AbstractMicrobenchmark benchmark, ChainedOptionsBuilder options) {
        return benchmark.options(options);
    }
}
