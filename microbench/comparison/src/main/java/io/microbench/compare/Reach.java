// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.process.FolderTree;
import io.microbench.process.ShutdownHook;
import io.microbench.result.CaseId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The cases whose code differs between a build and an earlier build.
 *
 * @param cases the number of cases that both builds have
 * @param reached the classes, and other files on the class path, that differ, by case; contains only cases that differ
 * @param onlyCandidate the cases that the earlier build does not have
 */
public record Reach(int cases, Map<CaseId, List<String>> reached, List<CaseId> onlyCandidate) {

    /**
     * Compares the classes that each case of the earlier build loads, known from earlier runs or from one short fork.
     *
     * @param properties settings, including those that choose the cases
     * @param progress receives lines about the progress
     * @param output receives the output of JMH and the forks
     * @param steps receives the number of completed short forks, and of all short forks
     * @throws io.microbench.text.PreflightException if the builds have no case in common, or a build cannot be used
     */
    public static Reach of(
            Build baseline,
            Build candidate,
            Map<String, String> properties,
            Consumer<String> progress,
            Consumer<String> output,
            BiConsumer<Integer, Integer> steps) {
        ComparisonSettings settings = ComparisonSettings.resolve(properties, Limits.DEFAULT);
        Builds builds = new Builds(baseline, candidate);
        try (LocalMachine place = LocalMachine.open(builds, settings, progress, output);
                ShutdownHook unused = ShutdownHook.of("microbench-stop", place::stop)) {
            PairedCase.Cases cases = PairedCase.pair(place.known(Side.BASELINE), place.known(Side.CANDIDATE));
            InterleavedComparison.requireCases(cases, place, builds);
            Path folder = Files.createTempDirectory("microbench-reach");
            try {
                RecordedClasses recorded = RecordedClasses.of(
                        settings.output(), baseline, place.known(Side.BASELINE).environment());
                return of(cases, recorded, paired -> place.baselineCode(paired, folder), candidate, progress, steps);
            } finally {
                FolderTree.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot use a temporary folder (" + e + ")", e);
        }
    }

    /**
     * Compares the classes of the given cases. If the content of both class paths is the same, no change reaches a
     * case, and no fork is needed. A comparison cannot assume this, because it also measures what forks use outside the
     * class path.
     */
    static Reach of(
            PairedCase.Cases cases,
            RecordedClasses recorded,
            Function<PairedCase, Map<String, String>> glance,
            Build candidate,
            Consumer<String> progress,
            BiConsumer<Integer, Integer> steps) {
        if (recorded.hasContentOf(candidate)) {
            progress.accept("The class paths of both builds have the same content.");
            return new Reach(cases.both().size(), Map.of(), cases.onlyCandidate());
        }
        // Without controls, the seed has no effect.
        ChangedCode choice = ChangedCode.of(cases.both(), recorded, glance, candidate, 0, 0, progress, steps);
        return new Reach(cases.both().size(), choice.reasons(), cases.onlyCandidate());
    }
}
