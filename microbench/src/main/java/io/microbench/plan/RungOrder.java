// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.Concurrency;
import io.microbench.result.CaseId;
import io.microbench.scaling.Curves;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Ladder;
import io.microbench.settings.Settings;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts the rungs of ladders into the order in which they are measured. */
public final class RungOrder {

    private RungOrder() {}

    /**
     * Returns whether a method's rungs are shuffled; a squeeze decides on one rung at a time and therefore ignores the annotation.
     */
    static boolean isShuffled(BenchmarkMethod method, Settings settings) {
        return settings.patience().isEmpty() && settings.shuffled().orElseGet(() -> declared(method));
    }

    /** Returns whether the annotations request it; an annotation without thread counts uses the thread counts of the class. */
    private static boolean declared(BenchmarkMethod method) {
        for (AnnotatedElement element : method.chain()) {
            Concurrency annotation = element.getDeclaredAnnotation(Concurrency.class);
            if (annotation != null && annotation.shuffled()) {
                return true;
            }
            if (!AnnotatedThreads.of(element).isEmpty()) {
                return false;
            }
        }
        return false;
    }

    /**
     * Returns the cases in the order in which they are measured. Rungs are shuffled only within their family, and the modes and variants of
     * a rung stay together. The order of a family does not depend on other families.
     *
     * @param cases the cases in the order of their ladders
     * @param planned returns the planned case of a list element
     */
    public static <T> List<T> measured(List<T> cases, Function<T, PlannedCase> planned, long seed) {
        Map<CaseId, List<T>> families = cases.stream()
                .filter(item -> planned.apply(item).shuffled())
                .collect(Collectors.groupingBy(
                        item -> Curves.family(planned.apply(item).inEveryVariant()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        Map<CaseId, Iterator<T>> drawn = new LinkedHashMap<>();
        families.forEach((family, its) ->
                drawn.put(family, shuffled(its, item -> planned.apply(item).id().threads(), family, seed)));
        List<T> measured = new ArrayList<>();
        for (T item : cases) {
            Iterator<T> next = drawn.get(Curves.family(planned.apply(item).inEveryVariant()));
            measured.add(next == null ? item : next.next());
        }
        return List.copyOf(measured);
    }

    private static <T> Iterator<T> shuffled(List<T> cases, Function<T, Integer> threads, CaseId family, long seed) {
        Map<Integer, List<T>> rungs =
                cases.stream().collect(Collectors.groupingBy(threads, LinkedHashMap::new, Collectors.toList()));
        List<List<T>> order = new ArrayList<>(rungs.values());
        Collections.shuffle(order, new Random(seed ^ ((long) family.text().hashCode() << Integer.SIZE)));
        return order.stream().flatMap(List::stream).iterator();
    }

    static final class AnnotatedThreads {

        private AnnotatedThreads() {}

        /** Returns the thread counts of the annotation on a method or class; empty without an annotation, or with an empty one. */
        static List<Integer> of(AnnotatedElement element) {
            Concurrency annotation = element.getDeclaredAnnotation(Concurrency.class);
            if (annotation == null) {
                return List.of();
            }
            String counts = Arrays.stream(annotation.value())
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(","));
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
}
