// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Names the curves of a chart by what distinguishes them there: {@code rocksdb, safe}, and {@code rocksdb, safe, nodes=3} if a value
 * needs the name of its parameter.
 */
final class LineNames {

    private static final Pattern WORD = Pattern.compile("\\p{L}.*");
    private static final Set<String> FLAGS = Set.of("true", "false");

    private final Map<CaseId, String> names = new LinkedHashMap<>();
    private final Map<String, String> common = new TreeMap<>();

    LineNames(Collection<CaseId> families) {
        Map<String, Set<Optional<String>>> values = new TreeMap<>();
        families.forEach(family -> family.parameters().keySet().forEach(name -> values.put(name, new HashSet<>())));
        values.forEach((name, all) -> families.forEach(family -> all.add(value(family, name))));
        List<Function<CaseId, List<String>>> parts = new ArrayList<>();
        boolean alone = families.size() == 1;
        parts.add(family -> parameters(
                family, name -> alone || values.getOrDefault(name, Set.of()).size() > 1));
        parts.add(family -> List.of(family.method()));
        parts.add(family ->
                List.of(family.className().substring(family.className().lastIndexOf('.') + 1)));
        parts.add(family -> List.of(family.className()));
        for (int i = 1; i <= parts.size() && (i == 1 || !areDistinct(families)); i++) {
            List<Function<CaseId, List<String>>> used = parts.subList(0, i);
            families.forEach(family -> names.put(family, name(family, used)));
        }
        values.forEach((name, all) -> {
            if (all.size() == 1 && families.size() > 1) {
                all.iterator().next().ifPresent(value -> common.put(name, value));
            }
        });
    }

    private static Optional<String> value(CaseId family, String name) {
        return Optional.ofNullable(family.parameters().get(name));
    }

    private static List<String> parameters(CaseId family, Predicate<String> distinguishes) {
        List<String> terms = new ArrayList<>();
        family.parameters().forEach((name, value) -> {
            if (distinguishes.test(name)) {
                terms.add(WORD.matcher(value).matches() && !FLAGS.contains(value) ? value : name + "=" + value);
            }
        });
        return terms;
    }

    private static String name(CaseId family, List<Function<CaseId, List<String>>> parts) {
        StringJoiner name = new StringJoiner(", ");
        parts.forEach(part -> part.apply(family).forEach(name::add));
        family.mode().ifPresent(mode -> name.add("mode=" + mode));
        return name.length() == 0 ? family.displayName() : name.toString();
    }

    private boolean areDistinct(Collection<CaseId> families) {
        return new TreeSet<>(names.values()).size() == families.size();
    }

    String of(CaseId family) {
        return names.getOrDefault(family, family.displayName());
    }

    /** Returns the parameters that have the same value in all curves: {@code keys=10000, valueSize=100}; empty for a single curve. */
    String common() {
        StringJoiner text = new StringJoiner(", ");
        common.forEach((name, value) -> text.add(name + "=" + value));
        return text.toString();
    }
}
