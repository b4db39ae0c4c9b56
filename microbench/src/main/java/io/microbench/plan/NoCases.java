/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Decides what it means that something given on the command line fits no benchmark of this JVM: a mistake, or a word meant for
 * another module of the same build.
 */
public final class NoCases {

    private final Settings settings;
    private final Reactor reactor;

    /** Looks at the build that this JVM is a part of. */
    public NoCases(Settings settings) {
        this(settings, Path.of(System.getProperty("basedir", "")));
    }

    NoCases(Settings settings, Path baseDirectory) {
        this.settings = settings;
        this.reactor = Reactor.of(settings.value(KnownSettings.REACTOR), baseDirectory);
    }

    /** Returns whether the filter may choose cases of another module of this build. */
    public boolean filterMeansAnotherModule() {
        CaseFilter filter = settings.cases();
        return !reactor.others().isEmpty()
                && reactor.scan().benchmarks().stream()
                        .anyMatch(found -> filter.mayMatch(found.packageName(), found.className(), found.method()));
    }

    /**
     * Returns whether the filter may choose cases of other classes on the class path.
     *
     * @param looked the benchmark classes that were looked at already, by JMH's name
     */
    public boolean filterMeansAnotherClass(Set<String> looked) {
        CaseFilter filter = settings.cases();
        return listed().stream()
                .filter(entry -> !looked.contains(entry.getUserClassQName()))
                .anyMatch(entry -> filter.mayMatch(packageOf(entry), entry.getUserClassQName(), method(entry)));
    }

    /** Returns the parameters of all benchmarks on the class path and in the other modules of this build. */
    public Set<String> parametersElsewhere() {
        Set<String> names = new TreeSet<>();
        if (!reactor.others().isEmpty()) {
            names.addAll(reactor.scan().parameters());
        }
        listed().forEach(
                        entry -> names.addAll(entry.getParams().orElse(Map.of()).keySet()));
        return names;
    }

    /** Returns what JMH's annotation processor listed; nothing where it did not run, which the run will tell. */
    private static Set<BenchmarkListEntry> listed() {
        try {
            OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
            return BenchmarkList.defaultList().getAll(silent, List.of());
        } catch (RuntimeException e) {
            return Set.of();
        }
    }

    private static String packageOf(BenchmarkListEntry entry) {
        String generated = entry.generatedTarget();
        int end = generated.indexOf(".jmh_generated.");
        return end < 0 ? "" : generated.substring(0, end);
    }

    private static String method(BenchmarkListEntry entry) {
        return entry.getUsername().substring(entry.getUserClassQName().length() + 1);
    }

    /**
     * Returns what to say when the filter chooses nothing.
     *
     * @param known every case that it could have chosen
     */
    public String message(List<PlannedCase> known) {
        CaseFilter filter = settings.cases();
        String source = settings.origin(KnownSettings.CASES.name())
                .map(given -> " (" + given.source() + ")")
                .orElse("");
        String given = KnownSettings.CASES.name() + " = \"" + filter + "\"" + source;
        if (known.stream().anyMatch(filter::matches)) {
            return given + " chooses cases, but none of those that are selected otherwise, by -Dtest or a tag.";
        }
        String head = given + " chooses none of " + known.size() + " cases. ";
        List<PlannedCase> near = known.stream().filter(filter::mayMatch).toList();
        if (!near.isEmpty()) {
            return head + "The benchmark is there; its cases are: "
                    + near.stream().limit(5).map(c -> c.id().text()).collect(Collectors.joining("; "))
                    + (near.size() > 5 ? "; and " + (near.size() - 5) + " more." : ".");
        }
        Set<String> names = new TreeSet<>();
        known.forEach(c -> names.add(c.id().benchmark()));
        return head + "The nearest benchmarks are: " + String.join("; ", nearest(names)) + ". -D"
                + KnownSettings.LIST_ONLY.name() + " lists all.";
    }

    /** Finds the benchmarks nearest to what the filter names, whichever of a benchmark's names it comes close to. */
    private List<String> nearest(Set<String> benchmarks) {
        List<String> asked = settings.cases().benchmarks();
        return benchmarks.stream()
                .sorted(Comparator.comparingInt((String benchmark) -> asked.stream()
                                .mapToInt(part -> distance(part, benchmark))
                                .min()
                                .orElse(0))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(3)
                .toList();
    }

    private static int distance(String asked, String benchmark) {
        int least = Integer.MAX_VALUE;
        for (String rest = benchmark; !rest.isEmpty(); rest = rest.substring(rest.indexOf('.') + 1)) {
            least = Math.min(least, NearestName.distance(asked, rest));
            int method = rest.lastIndexOf('.');
            if (method < 0) {
                return least;
            }
            least = Math.min(least, NearestName.distance(asked, rest.substring(0, method)));
        }
        return least;
    }
}
