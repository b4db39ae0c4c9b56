// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Base class of benchmarks with the defaults of a suite: 10 warm-up and 10 measured iterations of one second, two forks.
 *
 * <p>Extending this class is optional. Other classes with {@code @Benchmark} methods also run as tests, with JMH's defaults for missing
 * annotations. Annotations on a subclass or a method override the annotations of this class, and properties on the command line ({@code
 * -DwarmupIterations}, {@code -Dforks}, ...) override all annotations.
 *
 * <p>The overridable methods are called on a separate instance in the host JVM, never in a measured JVM.
 */
@Microbenchmark
@State(Scope.Thread)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(2)
public abstract class AbstractMicrobenchmark {

    /** For subclasses. */
    protected AbstractMicrobenchmark() {}

    /**
     * Returns additional JVM arguments for every fork of this class, which precede those of {@code @Fork} and of the command line.
     *
     * @return the arguments in the order of the fork's command line; empty by default
     */
    protected List<String> forkJvmArgs() {
        return List.of();
    }

    /**
     * Returns the names of system properties whose values are passed from the host to every fork of this class.
     *
     * @return exact names, or prefixes ending in {@code *}; empty by default
     */
    protected List<String> forwardedProperties() {
        return List.of();
    }

    /**
     * Decides whether cases of this class are skipped on this machine, for example because a native library or a program is missing, or
     * because values of parameters cannot be combined.
     *
     * <p>Called before the first fork on each machine that measures, once for all cases that differ only in thread count and mode. No fork
     * and no fixture is started for a skipped case; the console, the record, the reports and the skipped test give the reason. If this
     * method throws an exception, the case fails; throw a {@link io.microbench.settings.ConfigurationException} to report an invalid value.
     *
     * @param method name of the benchmark method, or of the JMH group
     * @param parameters values of the case's parameters by name
     * @return why the case cannot run here, as a clause such as "etcd is not on PATH"; empty, the default, if it can run
     */
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        return Optional.empty();
    }

    /**
     * Changes the JMH options of every case of this class, for options that neither annotations nor settings offer.
     *
     * <p>Parameter values, modes and thread counts that are set here replace those of annotations; properties on the command line take
     * precedence. Each combination of them is a case. Of several profilers of the same kind, only one runs. The options that the harness
     * sets (includes and excludes, forks, JVM arguments, output and result files) take precedence.
     *
     * <p>Called once for all cases of the class that are measured in the same way, when they are listed, and again before they run.
     * Implementations should always set the same options.
     *
     * @param options the options of one case, filled from annotations and settings
     * @return the changed options
     */
    protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        return options;
    }
}
