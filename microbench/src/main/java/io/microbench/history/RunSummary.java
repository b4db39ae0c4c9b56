// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.history.FolderIndex.IndexedCases;
import io.microbench.result.CaseResult;
import io.microbench.result.ClassDictionary;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.Environment;
import io.microbench.result.RunRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Summarizes one run for histories and baselines.
 *
 * @param classes the classes that the cases loaded ({@link RunRecord#classes}); empty if unknown or not read
 */
public record RunSummary(
        String id,
        Instant time,
        Optional<String> commit,
        boolean dirty,
        Optional<String> branch,
        Fingerprint environment,
        List<CaseSummary> cases,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<String>> classes) {

    /** Orders runs by time, then by id. */
    public static final Comparator<RunSummary> BY_TIME =
            Comparator.comparing(RunSummary::time).thenComparing(RunSummary::id);

    /** Creates a run whose classes are unknown. */
    public RunSummary(
            String id,
            Instant time,
            Optional<String> commit,
            boolean dirty,
            Optional<String> branch,
            Fingerprint environment,
            List<CaseSummary> cases) {
        this(id, time, commit, dirty, branch, environment, cases, Optional.empty());
    }

    /**
     * Sorts the cases, unless they are from an index, where they are already sorted, and truncates the time to
     * milliseconds, the precision of every store.
     */
    public RunSummary {
        Check.name("run id", id);
        time = time.truncatedTo(ChronoUnit.MILLIS);
        if (!(cases instanceof IndexedCases)) {
            cases = Check.sorted(cases, CaseSummary::id, "run " + id);
        }
    }

    /**
     * Summarizes a run. Omits cases that cannot be compared, see {@link CaseSummary#of}. For a run on several nodes,
     * the fingerprint is the most common one; cases with another one are also omitted.
     */
    public static RunSummary of(RunRecord run, Optional<String> branch) {
        Environment environment = run.environment();
        Fingerprint fingerprint = usual(run);
        ClassDictionary dictionary = new ClassDictionary();
        List<CaseSummary> cases = run.cases().stream()
                .filter(result -> fingerprints(run, result).allMatch(fingerprint::equals))
                .map(result -> CaseSummary.of(result, run, dictionary))
                .flatMap(Optional::stream)
                .toList();
        return new RunSummary(
                run.id(),
                run.start(),
                environment.commit(),
                environment.dirty().orElse(false),
                branch,
                fingerprint,
                cases,
                dictionary.lines());
    }

    private static Fingerprint usual(RunRecord run) {
        return run.cases().stream()
                .flatMap(result -> fingerprints(run, result))
                .collect(Collectors.groupingBy(each -> each, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseGet(() -> Fingerprint.of(run.environment()));
    }

    private static Stream<Fingerprint> fingerprints(RunRecord run, CaseResult result) {
        return result.forksWithValue().stream()
                .map(run::environment)
                .map(Fingerprint::of)
                .distinct();
    }

    /**
     * Returns whether this is the same run, ignoring values of cases that one of the two lacks because an earlier version wrote it ({@link
     * CaseSummary#isSame}).
     */
    boolean isSame(RunSummary other) {
        return withCases(List.of()).equals(other.withCases(List.of()))
                && caseIds().equals(other.caseIds())
                && IntStream.range(0, cases.size()).allMatch(i -> cases.get(i).isSame(other.cases.get(i)));
    }

    /** Returns the index of a case in the list of cases; negative if it is missing. */
    int place(String caseId, int likely) {
        return likely < cases.size() && idAt(likely).equals(caseId)
                ? likely
                : Collections.binarySearch(caseIds(), caseId);
    }

    private String idAt(int place) {
        return cases instanceof IndexedCases indexed
                ? indexed.id(place)
                : cases.get(place).id();
    }

    /** Returns a view of the ids of all cases in their order, because a search only reads a few of them. */
    List<String> caseIds() {
        return new AbstractList<>() {
            @Override
            public String get(int place) {
                return idAt(place);
            }

            @Override
            public int size() {
                return cases.size();
            }
        };
    }

    public int starvedCases() {
        return cases instanceof IndexedCases indexed
                ? indexed.starved()
                : (int) cases.stream().filter(CaseSummary::mostlyStarved).count();
    }

    /** Returns the case with the given id; empty if this run has no value for it. */
    public Optional<CaseSummary> find(String caseId) {
        int place = place(caseId, 0);
        return place < 0 ? Optional.empty() : Optional.of(cases.get(place));
    }

    /** Returns digests of the code that a case of this run ran, by name; empty if unknown or not read. */
    public Map<String, String> code(String caseId) {
        Map<String, String> digests = new TreeMap<>();
        find(caseId)
                .flatMap(CaseSummary::code)
                .ifPresent(code -> ClassDictionary.resolve(classes.orElse(List.of()), code.classes(), digests));
        return digests;
    }

    RunSummary withCases(List<CaseSummary> some) {
        return new RunSummary(id, time, commit, dirty, branch, environment, some);
    }

    /**
     * Identifies an environment.
     *
     * <p>Host names, load and kernel settings are not included, because they differ between equal machines. An unknown value is
     * {@code N/A}.
     */
    public record Fingerprint(String jdk, String vm, String cpuModel, String os) {

        public static Fingerprint of(Environment environment) {
            return new Fingerprint(environment.jdk(), environment.vm(), environment.cpuModel(), environment.os());
        }

        /** Returns whether numbers from both environments are comparable; the version of the operating system may differ. */
        boolean compares(Fingerprint other) {
            return jdk.equals(other.jdk)
                    && vm.equals(other.vm)
                    && cpuModel.equals(other.cpuModel)
                    && DecisiveFacts.system(os).equals(DecisiveFacts.system(other.os));
        }
    }
}
