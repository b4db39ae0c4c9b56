/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.HostHooks;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Holds the instance of a benchmark class that lives in the host, to be asked what its forks need.
 *
 * <p>Only a subclass of {@link AbstractMicrobenchmark} has anything to say; of other classes no instance is made.
 */
public final class BenchmarkHost {

    private final Optional<AbstractMicrobenchmark> instance;

    private BenchmarkHost(Optional<AbstractMicrobenchmark> instance) {
        this.instance = instance;
    }

    /**
     * Makes the instance.
     *
     * @throws Throwable what the class's initialiser or constructor throws
     */
    public static BenchmarkHost of(Class<?> benchmarkClass) throws Throwable {
        if (!AbstractMicrobenchmark.class.isAssignableFrom(benchmarkClass)) {
            return new BenchmarkHost(Optional.empty());
        }
        try {
            Constructor<? extends AbstractMicrobenchmark> constructor =
                    benchmarkClass.asSubclass(AbstractMicrobenchmark.class).getDeclaredConstructor();
            constructor.setAccessible(true);
            return new BenchmarkHost(Optional.of(constructor.newInstance()));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (NoSuchMethodException e) {
            throw new ConfigurationException(benchmarkClass.getName()
                    + " has no constructor without arguments. The harness and JMH both need one that is public.");
        }
    }

    List<String> forkJvmArgs() {
        return instance.map(HostHooks::forkJvmArgs).orElse(List.of());
    }

    List<String> forwardedProperties() {
        return instance.map(HostHooks::forwardedProperties).orElse(List.of());
    }

    ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        return instance.map(benchmark -> HostHooks.options(benchmark, options)).orElse(options);
    }
}
