// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks that JMH's annotation processor listed on the class path of this JVM. */
final class JmhList {

    private JmhList() {}

    /** Returns all entries; none where the processor did not run or the list cannot be read, which the run reports. */
    static Set<BenchmarkListEntry> entries() {
        return entries(BenchmarkList.defaultList());
    }

    /** Returns the entries of a file; none if it does not exist or cannot be read. */
    static Set<BenchmarkListEntry> entries(Path list) {
        return entries(BenchmarkList.fromFile(list.toString()));
    }

    private static Set<BenchmarkListEntry> entries(BenchmarkList list) {
        try {
            OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
            return new TreeSet<>(list.getAll(silent, List.of()));
        } catch (RuntimeException e) {
            return Set.of();
        }
    }

    /**
     * Returns the benchmarks of a class, sorted by name.
     *
     * @param className as JMH writes it
     */
    static List<BenchmarkMethod> methods(String className) {
        TreeMap<String, List<BenchmarkListEntry>> byName = new TreeMap<>();
        for (BenchmarkListEntry entry : entries()) {
            if (entry.getUserClassQName().equals(className)) {
                byName.computeIfAbsent(method(entry), name -> new ArrayList<>()).add(entry);
            }
        }
        List<BenchmarkMethod> methods = new ArrayList<>();
        byName.forEach((name, lines) -> methods.add(new BenchmarkMethod(name, new ListedMethod(lines))));
        return List.copyOf(methods);
    }

    /** Returns the name of the benchmark within its class. */
    static String method(BenchmarkListEntry entry) {
        return entry.getUsername().substring(entry.getUserClassQName().length() + 1);
    }
}
