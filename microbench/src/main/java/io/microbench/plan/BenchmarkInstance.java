// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.HostHooks;
import io.microbench.settings.ConfigurationException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Holds the instance of a benchmark class in the host, which determines the options of its forks.
 *
 * <p>Only a subclass of {@link AbstractMicrobenchmark} that overrides one of its methods is instantiated. Other classes may work only in
 * their forks.
 */
public final class BenchmarkInstance {

    static final Set<String> HOOKS = Set.of("forkJvmArgs", "forwardedProperties", "skipReason", "options");

    private final Optional<AbstractMicrobenchmark> instance;

    private BenchmarkInstance(Optional<AbstractMicrobenchmark> instance) {
        this.instance = instance;
    }

    /** Creates the instance; throws the exception of the class's initialiser or constructor. */
    public static BenchmarkInstance of(Class<?> benchmarkClass) throws Throwable {
        if (!overrides(benchmarkClass, HOOKS)) {
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
     * Creates the instance of a class that sets its own JMH options for its cases. Empty for other classes, which are
     * instantiated when they run, and for a class that cannot be instantiated, which fails when it runs.
     */
    static Optional<BenchmarkInstance> withOptions(Class<?> benchmarkClass) {
        if (!overrides(benchmarkClass, Set.of("options"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(benchmarkClass));
        } catch (Throwable e) {
            return Optional.empty();
        }
    }

    private static boolean overrides(Class<?> benchmarkClass, Set<String> hooks) {
        if (!AbstractMicrobenchmark.class.isAssignableFrom(benchmarkClass)) {
            return false;
        }
        List<Method> declared = Arrays.stream(AbstractMicrobenchmark.class.getDeclaredMethods())
                .filter(method -> hooks.contains(method.getName()))
                .toList();
        try {
            for (Class<?> c = benchmarkClass; c != null && c != AbstractMicrobenchmark.class; c = c.getSuperclass()) {
                if (Arrays.stream(c.getDeclaredMethods())
                        .anyMatch(method -> declared.stream().anyMatch(hook -> isOverride(method, hook)))) {
                    return true;
                }
            }
        } catch (LinkageError e) {
            // It has already been reported that this JVM cannot read the class.
        }
        return false;
    }

    private static boolean isOverride(Method method, Method hook) {
        return method.getName().equals(hook.getName())
                && Arrays.equals(method.getParameterTypes(), hook.getParameterTypes());
    }

    /** Returns why cases with this method and these parameters are skipped on this machine; empty if they are not. */
    public Optional<String> skipReason(String method, Map<String, String> parameters) {
        return instance.flatMap(benchmark -> HostHooks.skipReason(benchmark, method, parameters));
    }

    List<String> forkJvmArgs() {
        return instance.map(HostHooks::forkJvmArgs).orElse(List.of());
    }

    List<String> forwardedProperties() {
        return instance.map(HostHooks::forwardedProperties).orElse(List.of());
    }

    ChainedOptionsBuilder options(ChainedOptionsBuilder given) {
        return instance.map(benchmark -> HostHooks.options(benchmark, given)).orElse(given);
    }
}
