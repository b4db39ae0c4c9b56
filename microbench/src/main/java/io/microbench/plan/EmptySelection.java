// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.settings.CaseFilter;
import io.microbench.settings.CaseFilter.Glob;
import io.microbench.settings.CaseFilter.Part;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.NearestName;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.text.Counted;
import io.microbench.text.Printable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Explains why a filter matches no case. */
public final class EmptySelection {

    /** The method part of a pattern of {@code -Dtest}. */
    private static final Pattern METHODS = Pattern.compile("#([^,\\]]+)");

    private static final String IN_ANOTHER_MODULE = " If it selects cases of another module of the build, add -D"
            + KnownSettings.FAIL_IF_NO_CASES.name() + "=false.";

    private EmptySelection() {}

    /** Returns the message for a filter that selects none of the known cases. */
    public static String message(Settings settings, List<PlannedCase> known) {
        CaseFilter filter = settings.cases();
        String given = named(settings, filter.toString());
        if (known.stream().anyMatch(planned -> planned.isChosenBy(filter))) {
            return given + " chooses cases, but none of those selected by -Dtest or a tag.";
        }
        long excluded = known.stream()
                .filter(planned -> planned.isChosenBy(filter.withoutExclusions()))
                .count();
        if (excluded > 0) {
            return given + " excludes all " + Counted.of(excluded, "case")
                    + " that it selects. Correct the patterns that begin with \"!\", or leave them out."
                    + inAnotherModule();
        }
        List<String> near = named(filter, known)
                .map(planned -> Printable.value(planned.id().text()))
                .toList();
        return given + " matches none of " + known.size() + " cases. "
                + filter.parts().stream()
                        .filter(part -> !part.excludes())
                        .flatMap(part -> unknownTerm(part, known).stream())
                        .findFirst()
                        .orElseGet(() -> near.isEmpty()
                                ? nearestOf(filter.benchmarks(), known)
                                : "The benchmark exists; its cases are: " + Counted.first(5, near) + ".")
                + inAnotherModule();
    }

    /** Returns the parameter or value of a pattern that no case of its benchmarks has; empty if only their combination is missing. */
    private static Optional<String> unknownTerm(Part part, List<PlannedCase> known) {
        List<String> existing = named(part.filter(), known)
                .map(planned ->
                        planned.id().withMode(Optional.of(planned.plan().mode().label())))
                .flatMap(id -> Arrays.stream(id.variant().split(",")))
                .distinct()
                .toList();
        return part.terms().stream()
                .filter(term -> !existing.isEmpty() && existing.stream().noneMatch(has -> Glob.matches(term, has)))
                .findFirst()
                .map(term -> {
                    List<String> values = existing.stream()
                            .filter(has -> has.startsWith(term.replaceFirst("(?s)=.*", "=")))
                            .toList();
                    Stream<String> names = existing.stream().map(has -> has.replaceFirst("(?s)=.*", ""));
                    return Printable.line("No case of these benchmarks has " + term + ". Expected one of: "
                            + Counted.first(
                                    10, values.isEmpty() ? names.distinct().toList() : values) + ".");
                });
    }

    /** Returns the cases of the benchmarks that the filter names, for any variant. */
    private static Stream<PlannedCase> named(CaseFilter filter, List<PlannedCase> known) {
        return known.stream()
                .filter(planned -> filter.mayMatch(
                        planned.benchmarkClass().getPackageName(),
                        planned.id().className(),
                        planned.id().method()));
    }

    /**
     * Returns a warning for each pattern of the filter that matches none of the cases; empty if the filter as a whole chooses nothing,
     * which {@link #message} reports.
     */
    public static List<String> unusedPatterns(Settings settings, List<PlannedCase> known) {
        CaseFilter filter = settings.cases();
        if (filter.isEmpty() || known.stream().noneMatch(planned -> planned.isChosenBy(filter))) {
            return List.of();
        }
        return unused(filter, known)
                .map(part -> named(settings, part.filter().toString()) + " matches none of " + known.size()
                        + " cases. Correct it or leave it out. "
                        + unknownTerm(part, known)
                                .orElseGet(() -> nearestOf(part.filter().benchmarks(), known)))
                .toList();
    }

    /** Returns whether each pattern of the filter matches one of the cases, and the filter as a whole chooses one. */
    public static boolean allMatch(CaseFilter filter, List<PlannedCase> known) {
        return known.stream().anyMatch(planned -> planned.isChosenBy(filter))
                && unused(filter, known).findAny().isEmpty();
    }

    private static Stream<Part> unused(CaseFilter filter, List<PlannedCase> known) {
        return filter.parts().stream()
                .filter(part -> known.stream().noneMatch(planned -> planned.isChosenBy(part.filter())))
                .filter(part -> !excludesListed(part));
    }

    /** Returns whether a pattern excludes listed benchmarks: if their class cannot be loaded, they have no known cases. */
    private static boolean excludesListed(Part part) {
        return part.excludes()
                && part.terms().isEmpty()
                && ListedClasses.filterMeansAnotherClass(part.filter(), Set.of());
    }

    /** Returns a pattern as it was given, and its source if it was not given for this run. */
    private static String named(Settings settings, String pattern) {
        return "\"" + Printable.value(pattern) + "\""
                + settings.origin(KnownSettings.CASES.name())
                        .filter(given -> given.source().equals(SettingSource.FILE))
                        .map(given -> " (" + given.name() + " in " + given.source() + ")")
                        .orElse("");
    }

    /** Returns a hint in case the benchmarks are in another module; empty unless Maven builds several. */
    private static String inAnotherModule() {
        return Optional.ofNullable(System.getProperty("basedir"))
                .flatMap(module -> MavenCommand.of(Path.of(module)))
                .filter(command -> command.value().contains(MavenCommand.OF_MODULE))
                .map(command -> IN_ANOTHER_MODULE)
                .orElse("");
    }

    /**
     * Returns the message for a method filter of the launcher that selects no case.
     *
     * @param test the value of Maven's {@code -Dtest}; empty if another launcher filters
     * @param known every case of the classes that were selected
     */
    public static String ofMethods(Optional<String> test, List<PlannedCase> known) {
        String given = test.map(value -> "-Dtest=\"" + value + "\"").orElse("The filter of methods");
        List<String> requested = test.stream()
                .flatMap(value -> METHODS.matcher(value).results())
                .flatMap(match -> Arrays.stream(match.group(1).split("\\+")))
                .toList();
        return given + " matches none of " + known.size() + " cases. " + nearestOf(requested, known)
                + inAnotherModule();
    }

    private static String nearestOf(List<String> requested, List<PlannedCase> known) {
        Set<String> names = new TreeSet<>();
        known.forEach(c -> names.add(c.id().benchmark()));
        return "The nearest benchmarks are: " + String.join("; ", nearest(requested, names)) + ". -D"
                + KnownSettings.LIST_ONLY.name() + "=cases lists all.";
    }

    /** Finds the three benchmarks whose full or partial name is nearest to a name in the filter. */
    private static List<String> nearest(List<String> requested, Set<String> benchmarks) {
        return benchmarks.stream()
                .sorted(Comparator.comparingInt((String benchmark) -> requested.stream()
                                .mapToInt(part -> distance(part, benchmark))
                                .min()
                                .orElse(0))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(3)
                .toList();
    }

    private static int distance(String requested, String benchmark) {
        int least = Integer.MAX_VALUE;
        for (String rest = benchmark; !rest.isEmpty(); rest = rest.substring(rest.indexOf('.') + 1)) {
            least = Math.min(least, NearestName.distance(requested, rest));
            int method = rest.lastIndexOf('.');
            if (method < 0) {
                return least;
            }
            least = Math.min(least, NearestName.distance(requested, rest.substring(0, method)));
        }
        return least;
    }
}
