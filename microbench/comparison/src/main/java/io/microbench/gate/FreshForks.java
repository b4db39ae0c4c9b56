// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.compare.BudgetException;
import io.microbench.compare.Build;
import io.microbench.compare.BuildRecipe;
import io.microbench.compare.Checkouts;
import io.microbench.compare.InterleavedComparison;
import io.microbench.compare.Limits;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.report.RerunCommand;
import io.microbench.result.CaseId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Confirms by an interleaved comparison of two checked-out and built commits. */
public final class FreshForks implements Confirmation {

    /**
     * The default time of each of five warm-up iterations, 2 s in all: the history was measured warm, and a change may
     * show only then. Suspects are few, so there is time for it.
     */
    private static final Map<String, String> WARMER = Map.of("microbench.warmupTime", "400ms");

    private final Checkouts checkouts;
    private final BuildRecipe recipe;
    private final Limits limits;
    private final Map<String, String> properties;
    private final List<String> libraries;
    private final Consumer<String> progress;
    private final Consumer<String> output;
    private final String head;
    private Optional<Build> built = Optional.empty();

    /**
     * Prepares comparisons; nothing is built before the first one.
     *
     * @param checkouts the repository; the caller closes it
     * @param recipe how a commit is built
     * @param head the revision under test
     * @param limits of all comparisons together
     * @param properties settings and other system properties of the forks' hosts
     * @param libraries class path entries that both builds need
     * @param progress receives progress
     * @param output receives the output of JMH and the forks
     * @throws io.microbench.settings.ConfigurationException if there is no such revision
     */
    public FreshForks(
            Checkouts checkouts,
            BuildRecipe recipe,
            String head,
            Limits limits,
            Map<String, String> properties,
            List<String> libraries,
            Consumer<String> progress,
            Consumer<String> output) {
        this.checkouts = checkouts;
        this.recipe = recipe;
        this.limits = limits;
        this.properties = new LinkedHashMap<>(WARMER);
        this.properties.putAll(properties);
        this.libraries = List.copyOf(libraries);
        this.progress = progress;
        this.output = output;
        this.head = checkouts.commit(head);
    }

    @Override
    public String head() {
        return head;
    }

    @Override
    public Duration budget() {
        return limits.budget();
    }

    @Override
    public Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left) {
        Build baseline = checkouts.build(lastGood, recipe).with(libraries);
        Map<String, String> chosen = new LinkedHashMap<>(properties);
        chosen.put(
                "microbench.cases",
                suspects.stream()
                        .map(suspect -> RerunCommand.pattern(suspect.caseId()))
                        .collect(Collectors.joining(";")));
        Limits shared =
                new Limits(left, limits.leastForks(), limits.mostForks(), limits.level() / comparisons, limits.band());
        try (InterleavedComparison comparison =
                InterleavedComparison.open(baseline, headBuild(), shared, chosen, false, suspects, progress, output)) {
            long start = System.nanoTime();
            InterleavedComparison.Result result = comparison.run();
            Duration spent = Duration.ofNanos(System.nanoTime() - start);
            progress.accept(result.ended() + " Record: " + comparison.folder());
            return new Answer(
                    result.comparison().verdicts(),
                    result.failures(),
                    comparison.notReached().stream().map(CaseId::text).collect(Collectors.toSet()),
                    spent);
        } catch (BudgetException e) {
            if (left.equals(budget())) {
                throw e;
            }
            return Answer.none(suspects);
        }
    }

    private Build headBuild() {
        if (built.isEmpty()) {
            built = Optional.of(checkouts.build(head, recipe).with(libraries));
        }
        return built.get();
    }

    @Override
    public List<String> commits(String baseline, String candidate) {
        return checkouts.commits(baseline, candidate);
    }
}
