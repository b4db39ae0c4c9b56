/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

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

    /** Returns the parameters that benchmarks of the other modules of this build have. */
    public Set<String> parametersOfOtherModules() {
        return reactor.others().isEmpty() ? Set.of() : reactor.scan().parameters();
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
        String head = KnownSettings.CASES.name() + " = \"" + filter + "\"" + source + " chooses none of " + known.size()
                + " cases. ";
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
