/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.HostHooks;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Holds the instance of a benchmark class in the host, which tells what its forks need.
 *
 * <p>Only a subclass of {@link AbstractMicrobenchmark} has anything to say; of other classes no instance is made.
 */
public final class BenchmarkInstance {

    private final Optional<AbstractMicrobenchmark> instance;

    private BenchmarkInstance(Optional<AbstractMicrobenchmark> instance) {
        this.instance = instance;
    }

    /**
     * Makes the instance.
     *
     * @throws Throwable what the class's initialiser or constructor throws
     */
    public static BenchmarkInstance of(Class<?> benchmarkClass) throws Throwable {
        if (!AbstractMicrobenchmark.class.isAssignableFrom(benchmarkClass)) {
            return new BenchmarkInstance(Optional.empty());
        }
        try {
            Constructor<? extends AbstractMicrobenchmark> constructor =
                    benchmarkClass.asSubclass(AbstractMicrobenchmark.class).getDeclaredConstructor();
            constructor.setAccessible(true);
            return new BenchmarkInstance(Optional.of(constructor.newInstance()));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (NoSuchMethodException e) {
            throw new ConfigurationException(benchmarkClass.getName()
                    + " has no constructor without arguments. The harness and JMH both need one that is public.");
        }
    }

    /**
     * Makes the instance of a class that has JMH options of its own, to be asked for its cases; empty for other
     * classes, which stay as they are until they run, and for a class that cannot be made, which is told when it runs.
     */
    static Optional<BenchmarkInstance> withOptions(Class<?> benchmarkClass) {
        if (!overridesOptions(benchmarkClass)) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(benchmarkClass));
        } catch (Throwable e) {
            return Optional.empty();
        }
    }

    private static boolean overridesOptions(Class<?> benchmarkClass) {
        if (!AbstractMicrobenchmark.class.isAssignableFrom(benchmarkClass)) {
            return false;
        }
        for (Class<?> c = benchmarkClass; c != null && c != AbstractMicrobenchmark.class; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals("options")
                        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {ChainedOptionsBuilder.class})) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns why cases with this method and these parameters are skipped on this machine; empty if they are not.
     *
     * @throws RuntimeException or another exception, whatever the class throws
     */
    public Optional<String> skipReason(String method, Map<String, String> parameters) {
        return instance.flatMap(benchmark -> HostHooks.skipReason(benchmark, method, parameters));
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
