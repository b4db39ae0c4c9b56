// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.RunRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Summarizes one run for histories and baselines.
 *
 * @param id the run's own id, as in its record; part of file names
 * @param time when it started, UTC, in whole milliseconds
 * @param commit revision that was measured; empty where it is not known
 * @param dirty whether the working copy had changes of its own, so that {@code commit} is not what was measured
 * @param branch branch that was measured; empty where it is not known
 * @param environment where it was measured
 * @param cases one for each case with a result, in the order of their ids
 */
public record RunSummary(
        String id,
        Instant time,
        Optional<String> commit,
        boolean dirty,
        Optional<String> branch,
        Fingerprint environment,
        List<CaseSummary> cases) {

    /** Orders runs by time, those of the same moment by id. */
    public static final Comparator<RunSummary> BY_TIME =
            Comparator.comparing(RunSummary::time).thenComparing(RunSummary::id);

    /**
     * Sorts the cases, unless they come from an index, which has them sorted, and cuts the time to milliseconds, which is what
     * every store keeps.
     *
     * @throws IllegalArgumentException if the id cannot be part of a file name or a case comes twice
     */
    public RunSummary {
        Check.name("run id", id);
        time = time.truncatedTo(ChronoUnit.MILLIS);
        Objects.requireNonNull(environment, "environment is missing");
        if (!(cases instanceof IndexedCases)) {
            cases = sorted(id, cases);
        }
    }

    private static List<CaseSummary> sorted(String id, List<CaseSummary> cases) {
        List<CaseSummary> sorted =
                cases.stream().sorted(Comparator.comparing(CaseSummary::id)).toList();
        Set<String> ids = new HashSet<>();
        for (CaseSummary each : sorted) {
            if (!ids.add(each.id())) {
                throw new IllegalArgumentException("case " + each.id() + " comes twice in run " + id);
            }
        }
        return sorted;
    }

    /**
     * Summarises a run. Cases without a result to compare are left out, see {@link CaseSummary#of}. Of a run on several
     * nodes the fingerprint is that of most cases, and cases that were measured elsewhere are left out as well.
     *
     * @param run the run
     * @param branch the branch it measured, which the record does not know
     * @throws IllegalArgumentException if a case comes twice or its unit does not fit its mode
     */
    public static RunSummary of(RunRecord run, Optional<String> branch) {
        Environment environment = run.environment();
        Fingerprint fingerprint = usual(run);
        return new RunSummary(
                run.id(),
                run.start(),
                environment.commit(),
                environment.dirty().orElse(false),
                branch,
                fingerprint,
                run.cases().stream()
                        .filter(result -> fingerprints(run, result).allMatch(fingerprint::equals))
                        .map(result -> CaseSummary.of(result, run))
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Fingerprint usual(RunRecord run) {
        Map<Fingerprint, Long> counts = run.cases().stream()
                .flatMap(result -> fingerprints(run, result))
                .collect(Collectors.groupingBy(each -> each, LinkedHashMap::new, Collectors.counting()));
        Fingerprint usual = Fingerprint.of(run.environment());
        long most = 0;
        for (Map.Entry<Fingerprint, Long> count : counts.entrySet()) {
            if (count.getValue() > most) {
                usual = count.getKey();
                most = count.getValue();
            }
        }
        return usual;
    }

    private static Stream<Fingerprint> fingerprints(RunRecord run, CaseResult result) {
        return result.forksWithValue().stream()
                .map(run::environment)
                .map(Fingerprint::of)
                .distinct();
    }

    /**
     * Returns whether this is the same run: equal in all but what one of the two does not know of its cases, as an earlier
     * version did not write it ({@link CaseSummary#isSame}).
     */
    boolean isSame(RunSummary other) {
        if (equals(other)) {
            return true;
        }
        if (cases.size() != other.cases.size() || !withCases(List.of()).equals(other.withCases(List.of()))) {
            return false;
        }
        for (int i = 0; i < cases.size(); i++) {
            if (!cases.get(i).isSame(other.cases.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns where a case stands in the list of cases; below 0 if it is not there.
     *
     * @param likely where it may well be
     */
    int place(String caseId, int likely) {
        if (isAt(likely, caseId)) {
            return likely;
        }
        int low = 0;
        int high = cases.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = idAt(middle).compareTo(caseId);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private boolean isAt(int place, String caseId) {
        return place >= 0 && place < cases.size() && idAt(place).equals(caseId);
    }

    /** Returns the id of the case at a place. */
    String idAt(int place) {
        return cases instanceof IndexedCases indexed
                ? indexed.id(place)
                : cases.get(place).id();
    }

    /** Returns the value of the case at a place. */
    double value(int place) {
        return cases instanceof IndexedCases indexed
                ? indexed.value(place)
                : cases.get(place).value();
    }

    /** Returns whether the case at a place was mostly starved. */
    boolean mostlyStarved(int place) {
        return cases instanceof IndexedCases indexed
                ? indexed.mostlyStarved(place)
                : cases.get(place).mostlyStarved();
    }

    /** Returns whether something can be concluded from the case at a place, as {@link CaseSummary#isUsable}. */
    boolean isUsable(int place) {
        return hasRatio(place) && !mostlyStarved(place);
    }

    /** Returns whether the values of all forks of the case at a place are above 0. */
    private boolean hasRatio(int place) {
        return cases instanceof IndexedCases indexed
                ? indexed.hasRatio(place)
                : cases.get(place).hasRatio();
    }

    /** Returns how the case at a place was measured. */
    IndexedCases.Shape shape(int place) {
        return cases instanceof IndexedCases indexed ? indexed.shape(place) : IndexedCases.Shape.of(cases.get(place));
    }

    /** Returns how many cases were mostly starved. */
    public int starvedCases() {
        return (int)
                IntStream.range(0, cases.size()).filter(this::mostlyStarved).count();
    }

    /** Returns the same run with some of its cases. */
    RunSummary withCases(List<CaseSummary> some) {
        return new RunSummary(id, time, commit, dirty, branch, environment, some);
    }
}
