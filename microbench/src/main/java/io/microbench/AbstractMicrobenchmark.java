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
 * Provides a benchmark class with the defaults of a suite: 10 warm-up and 10 measured iterations of one second, two
 * forks.
 *
 * <p>Extending it is a convenience. A class with {@code @Benchmark} methods runs as a test without it, too; then JMH's own defaults apply
 * where the class has no annotation. Every annotation here can be repeated on a subclass or a method, and every one is overridden by its
 * property on the command line ({@code -DwarmupIterations}, {@code -Dforks}, ...).
 *
 * <p>The methods to override are called on the host, never in the measured JVM, on a separate instance.
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
     * Names the JVM arguments that every fork of this class gets, before those of {@code @Fork} and of the command
     * line.
     *
     * @return arguments in the order in which they appear on the fork's command line; none by default
     */
    protected List<String> forkJvmArgs() {
        return List.of();
    }

    /**
     * Names the system properties of the host that every fork of this class gets with the host's value.
     *
     * @return exact names, or prefixes ending in {@code *}; none by default
     */
    protected List<String> forwardedProperties() {
        return List.of();
    }

    /**
     * Decides whether cases of this class are skipped on this machine: because a native library or a program is missing, or a value
     * of a parameter cannot be combined with another.
     *
     * <p>Called on each machine that measures, before the first fork, once for all cases that differ in thread count or mode only.
     * A skipped case starts no fork and no fixture; its reason is in the console, the record, the reports and the skipped test. If
     * this method throws, the case fails; a {@link io.microbench.settings.ConfigurationException} says which value cannot be used.
     *
     * @param method name of the benchmark method, or of the JMH group
     * @param parameters of the case, by name
     * @return why the case cannot run here, as a clause such as "etcd is not on PATH"; empty, as by default, if it can
     */
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        return Optional.empty();
    }

    /**
     * Changes the JMH options of every case of this class: those that neither annotations nor settings offer.
     *
     * <p>Values of parameters, modes and threads that are set here replace those of annotations: each becomes a case. A property
     * on the command line takes precedence over them. Of several profilers of one kind, one runs. The harness sets its own options
     * (includes and excludes, forks, JVM arguments, output and result files) after this call; they take precedence.
     *
     * <p>Called once for all cases of the class with the same way of measuring, when they are listed and again before they run. An override
     * should always set the same options.
     *
     * @param options the options of one case, filled from annotations and settings
     * @return the options to run with
     */
    protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        return options;
    }
}
