// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.openjdk.jmh.infra.IterationParams;

/**
 * Ends JMH's loop over iterations from inside, for which JMH has no setting.
 *
 * <p>{@code BaseRunner.runBenchmark} of JMH 1.37 evaluates {@code i <= params.getCount()} before every iteration,
 * and passes {@code i == params.getCount()} to it as "the last one", upon which the state objects of the trial are
 * torn down. JMH passes the same {@link IterationParams} to every profiler. So a profiler that sets their count to
 * the number of the next iteration makes JMH run one more, tear everything down and end normally.
 *
 * <p>Alternatives: a separate main class in JMH's package, with a subclass of its {@code ForkedRunner}, needs no reflection,
 * but a copy of {@code ForkedMain} (link, streams, shutdown, watchdog) under JMH's licence, four package-private signatures,
 * and a package split between two jars; it discards one iteration for the tear-down, which is kept here. Halting or throwing
 * skips the tear-down. The chosen way leaves all measuring code to JMH, and depends on one field, which {@link #probe} checks
 * before the first iteration.
 */
record IterationCount(Field field) {

    private static final String FIELD = "count";

    /**
     * Checks that this version of JMH and this JVM support it.
     *
     * @throws IllegalStateException if they do not; the message says what to do
     */
    static IterationCount probe() {
        try {
            Field field = field(IterationParams.class);
            if (field.getType() != int.class || Modifier.isStatic(field.getModifiers())) {
                throw new NoSuchFieldException(field.toString());
            }
            field.setAccessible(true);
            return new IterationCount(field);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw unable(e);
        }
    }

    private static Field field(Class<?> type) throws NoSuchFieldException {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(FIELD)) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(FIELD);
    }

    /** Makes the given iteration, counted from 1 and not begun yet, the last one. */
    void endWith(IterationParams params, int iteration) {
        try {
            field.setInt(params, iteration);
        } catch (IllegalAccessException e) {
            throw unable(e);
        }
        if (params.getCount() != iteration) {
            throw unable(new IllegalStateException(params.toString()));
        }
    }

    private static IllegalStateException unable(Exception cause) {
        return new IllegalStateException(
                "This version of JMH or this JVM does not let a fork end early (" + cause
                        + "). Measure with fixed numbers of forks and iterations: without microbench.precision,"
                        + " microbench.budget and @Precision.",
                cause);
    }
}
