// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Concurrency;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Ladder;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the thread counts of {@link Concurrency}. */
final class AnnotatedThreads {

    private AnnotatedThreads() {}

    /**
     * Returns the thread counts that the annotation on a method or class names; none where there is no annotation, or an empty one.
     *
     * @throws ConfigurationException if it names both a ladder and a list, or what is no thread count
     */
    static List<Integer> of(AnnotatedElement element) {
        Concurrency annotation = element.getDeclaredAnnotation(Concurrency.class);
        if (annotation == null) {
            return List.of();
        }
        String counts =
                Arrays.stream(annotation.value()).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String ladder = annotation.ladder();
        if (!counts.isEmpty() && !ladder.isEmpty()) {
            throw new ConfigurationException(String.format(
                    "%s: @Concurrency has the value {%s} and the ladder \"%s\": leave one of them out.",
                    name(element), counts, ladder));
        }
        if (counts.isEmpty() && ladder.isEmpty()) {
            return List.of();
        }
        try {
            return Ladder.parse(ladder.isEmpty() ? counts : ladder).rungs();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    String.format("%s: @Concurrency cannot be used: %s.", name(element), e.getMessage()));
        }
    }

    private static String name(AnnotatedElement element) {
        String name = element instanceof Method method
                ? method.getDeclaringClass().getName() + "." + method.getName()
                : ((Class<?>) element).getName();
        return name.replace('$', '.');
    }
}
