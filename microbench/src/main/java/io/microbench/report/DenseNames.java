// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Abbreviates the packages that all names share to their initials, {@code i.n.m.b.ByteBufAllocatorBenchmark.method}.
 *
 * <p>JMH's {@code ClassUtils.denseClassNames} does the same, but omits the packages if all names are in the same package.
 */
final class DenseNames {

    private final int shared;

    DenseNames(Collection<String> names) {
        shared = names.stream()
                .map(DenseNames::packages)
                .reduce(DenseNames::common)
                .map(List::size)
                .orElse(0);
    }

    private static List<String> common(List<String> some, List<String> others) {
        int same = 0;
        while (same < Math.min(some.size(), others.size()) && some.get(same).equals(others.get(same))) {
            same++;
        }
        return some.subList(0, same);
    }

    String shorten(String name) {
        String[] parts = name.split("\\.", -1);
        for (int i = 0; i < shared; i++) {
            parts[i] = parts[i].substring(0, Math.min(1, parts[i].length()));
        }
        return String.join(".", parts);
    }

    /** Returns the abbreviated name of a case's benchmark with parameters, threads and mode. */
    String of(CaseId id) {
        return shorten(id.benchmark()) + id.displayName().substring(id.method().length());
    }

    private static List<String> packages(String name) {
        List<String> parts = Arrays.asList(name.split("\\.", -1));
        return parts.subList(0, parts.size() - 1).stream()
                .takeWhile(part -> part.toLowerCase(Locale.ROOT).equals(part))
                .toList();
    }
}
