/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.text.Printable;
import io.microbench.text.Words;
import io.microbench.variant.JvmVariants;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Names of benchmarks and of values of their parameters.
 *
 * <p>A name is that of a method or a class, with or without what stands before it, or the value of a parameter, alone or as
 * {@code parameter=value}; {@code *} stands for any characters and {@code ?} for one. Names between commas are alternatives, and lists
 * between semicolons all have to be true; quotes keep the commas and semicolons of a value.
 *
 * @param text as it was given
 * @param lists at least one name each
 */
record CaseNames(String text, List<List<String>> lists) {

    static final String ACCEPTED =
            "names of methods, of classes or of values of parameters, such as insert,query;rocksdb: one of those"
                    + " between commas is enough, and lists between semicolons all have to be true";

    /** The most values of a parameter that a message lists. */
    private static final int MOST_VALUES = 12;

    static CaseNames parse(String text) {
        return new CaseNames(
                text.strip(),
                JvmVariants.items(text).stream()
                        .map(list -> Words.split(list, ',').stream()
                                .filter(name -> !name.isEmpty())
                                .toList())
                        .filter(list -> !list.isEmpty())
                        .toList());
    }

    /** Returns whether each list has a name that is true of the case. */
    boolean allOf(PlannedCase planned) {
        return lists.stream().allMatch(list -> list.stream().anyMatch(name -> isTrue(name, planned)));
    }

    /** Returns whether a name is true of the case. */
    boolean anyOf(PlannedCase planned) {
        return lists.stream().flatMap(List::stream).anyMatch(name -> isTrue(name, planned));
    }

    private static boolean isTrue(String name, PlannedCase planned) {
        CaseId id = planned.id();
        return CaseFilter.names(planned.benchmarkClass().getPackageName(), id.className(), id.method()).stream()
                        .anyMatch(known -> Glob.matchesName(name, known))
                || id.parameters().entrySet().stream()
                        .anyMatch(parameter -> Glob.matches(name, parameter.getValue())
                                || Glob.matches(name, parameter.getKey() + "=" + parameter.getValue()));
    }

    /** Returns the names that are true of none of the cases. */
    Set<String> unknown(Collection<PlannedCase> cases) {
        return lists.stream()
                .flatMap(List::stream)
                .filter(name -> cases.stream().noneMatch(planned -> isTrue(name, planned)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Lists the names of cases: {@code methods get, put; classes MapBenchmark; kind hash, tree}. */
    static String known(Collection<PlannedCase> cases) {
        Set<String> methods = new TreeSet<>();
        Set<String> classes = new TreeSet<>();
        Map<String, Set<String>> values = new TreeMap<>();
        cases.forEach(planned -> {
            CaseId id = planned.id();
            methods.add(id.method());
            classes.add(id.className().substring(id.className().lastIndexOf('.') + 1));
            id.parameters().forEach((name, value) -> values.computeIfAbsent(name, none -> new TreeSet<>())
                    .add(value));
        });
        return "methods " + some(methods) + "; classes " + some(classes)
                + values.entrySet().stream()
                        .map(parameter -> "; " + parameter.getKey() + " " + some(parameter.getValue()))
                        .collect(Collectors.joining());
    }

    private static String some(Set<String> names) {
        return names.stream().limit(MOST_VALUES).map(Printable::value).collect(Collectors.joining(", "))
                + (names.size() > MOST_VALUES ? " and " + (names.size() - MOST_VALUES) + " more" : "");
    }
}
