// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Shortens the packages that all names share to their initials, {@code i.n.m.b.ByteBufAllocatorBenchmark.method}.
 *
 * <p>JMH's {@code ClassUtils.denseClassNames} does the same, but drops the packages if all names are in them.
 */
final class DenseNames {

    private final int shared;

    DenseNames(Collection<String> names) {
        List<String> prefix = null;
        for (String name : names) {
            List<String> packages = packages(name);
            prefix = prefix == null ? packages : commonStart(prefix, packages);
        }
        shared = prefix == null ? 0 : prefix.size();
    }

    String shorten(String name) {
        String[] parts = name.split("\\.", -1);
        for (int i = 0; i < shared; i++) {
            parts[i] = parts[i].substring(0, Math.min(1, parts[i].length()));
        }
        return String.join(".", parts);
    }

    /** Returns the shortened name of a benchmark with the parameters, threads and mode of a case. */
    String of(CaseId id) {
        return shorten(id.benchmark()) + id.displayName().substring(id.method().length());
    }

    private static List<String> packages(String name) {
        List<String> packages = new ArrayList<>();
        List<String> parts = Arrays.asList(name.split("\\.", -1));
        for (String part : parts.subList(0, parts.size() - 1)) {
            if (!part.toLowerCase(Locale.ROOT).equals(part)) {
                break;
            }
            packages.add(part);
        }
        return packages;
    }

    private static List<String> commonStart(List<String> one, List<String> other) {
        int length = 0;
        while (length < Math.min(one.size(), other.size()) && one.get(length).equals(other.get(length))) {
            length++;
        }
        return one.subList(0, length);
    }
}
