// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.ObjectInputFilter;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;

/**
 * Accepts the objects that JMH sends from a fork: its own, results of profilers, numbers, texts, collections of the
 * JDK, and exceptions.
 */
final class LinkFilter implements ObjectInputFilter {

    private static final String JMH = "org.openjdk.jmh.";
    private static final Set<Class<?>> VALUES = Set.of(
            Object.class,
            String.class,
            Number.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Boolean.class,
            Character.class,
            Enum.class,
            Thread.State.class,
            TimeUnit.class,
            StackTraceElement.class);

    /** JMH's results nest ten deep, and a chain of causes may be a few dozen long. */
    private static final long MAX_DEPTH = 500;

    /** Output of a benchmark is sent in arrays as long as each write. */
    private static final long MAX_ARRAY = 1L << 28;

    private final Consumer<String> refused;

    /** Creates a filter that reports each rejected class. */
    LinkFilter(Consumer<String> refused) {
        this.refused = refused;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        if (info.depth() > MAX_DEPTH || info.arrayLength() > MAX_ARRAY) {
            refused.accept("too deep or too long");
            return Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return Status.UNDECIDED;
        }
        if (isAllowed(type)) {
            return Status.ALLOWED;
        }
        refused.accept(type.getName());
        return Status.REJECTED;
    }

    private static boolean isAllowed(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive()
                || VALUES.contains(element)
                || element.getName().startsWith(JMH)
                || Throwable.class.isAssignableFrom(element)
                || Result.class.isAssignableFrom(element)
                || Aggregator.class.isAssignableFrom(element)
                || isCollection(element);
    }

    private static boolean isCollection(Class<?> type) {
        boolean any = Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type)
                || type.getName().equals("java.util.CollSer");
        return any && type.getPackageName().equals("java.util");
    }
}
