// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.compare.Build;
import io.microbench.compare.Checkouts;
import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.compare.InterleavedComparison;
import io.microbench.compare.InterleavedComparison.BudgetException;
import io.microbench.compare.Limits;
import io.microbench.gate.GateResult.Finding;
import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.gate.NightlyGate.Confirmation.Answer;
import io.microbench.history.GateNotes;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.report.RerunCommand;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges in two stages whether the latest run became slower.
 *
 * <p>The state of the machine changes from night to night, and a rule that finds small changes in such scores raises a
 * false alarm every few nights. Therefore, the history only nominates suspects ({@link HistoryAnalysis}), and each
 * suspect is measured again by alternating forks of the commit under test and the last good one, on this machine. The
 * two stages share no data, so the probability of a false alarm of the whole gate is that of the second stage, however
 * many suspects the first one nominates.
 *
 * <p>With hundreds of cases, the history nominates several suspects each night. All comparisons share a time budget,
 * which limits how many suspects are measured. A suspect is finished as soon as its forks exclude the change that the
 * history shows ({@link SuspectedChange}), and the rest of the budget goes to the others. Suspects that were not
 * decided or not measured do not fail the gate and stay open: they are measured first the next night, until forks
 * confirm them or rule them out, or later runs no longer show them.
 *
 * <p>The <em>last good commit</em> of a case is the commit of the last run in the history before the suspected change
 * that was measured without uncommitted changes and belongs to the fastest level of the latest runs. Cases with the
 * same last good commit are compared together.
 */
public record NightlyGate(HistoryAnalysis analysis, Confirmation confirmation) {

    /**
     * Judges a run.
     *
     * @param runs runs of one branch, in any order; those after {@code latest} are ignored
     * @param gates the notes of earlier gates ({@link GateResult#notes})
     */
    public GateResult judge(List<RunSummary> runs, RunSummary latest, List<GateNotes> gates) {
        List<Finding> findings = new ArrayList<>();
        Map<String, List<Suspect>> byCommit = new LinkedHashMap<>();
        Nomination nomination = analysis.nominate(runs, latest, gates);
        List<Suspect> suspects = new ArrayList<>(nomination.suspects());
        suspects.sort(Suspect.OPEN_FIRST);
        for (Suspect suspect : suspects) {
            Optional<String> lastGood = suspect.lastGoodCommit();
            if (suspect.latest().summary().ranSameCode(suspect.lastGood().summary())) {
                findings.add(Finding.without(
                        suspect,
                        Outcome.RULED_OUT,
                        "no code that this case runs changed since run "
                                + suspect.lastGood().run().id() + ": the machine, the JDK or noise"));
            } else if (lastGood.isEmpty()) {
                findings.add(Finding.without(
                        suspect,
                        Outcome.NOT_CHECKED,
                        "no run before the change measured a commit without uncommitted changes"));
            } else if (lastGood.get().equals(confirmation.head())) {
                findings.add(Finding.without(
                        suspect,
                        Outcome.NOT_CONFIRMED,
                        "the last good run measured the same commit, so it was not the code"));
            } else {
                byCommit.computeIfAbsent(lastGood.get(), commit -> new ArrayList<>())
                        .add(suspect);
            }
        }
        Duration left = confirmation.budget();
        for (Map.Entry<String, List<Suspect>> each : byCommit.entrySet()) {
            List<SuspectedChange> changes = each.getValue().stream()
                    .map(suspect -> new SuspectedChange(suspect.caseId(), suspect.ratio()))
                    .toList();
            Answer answer = left.isNegative() || left.isZero()
                    ? Answer.none(changes)
                    : confirmation.compare(each.getKey(), changes, byCommit.size(), left);
            left = left.minus(answer.spent());
            each.getValue().forEach(suspect -> findings.add(finding(suspect, each.getKey(), answer)));
        }
        findings.sort(Comparator.comparing(Finding::outcome)
                .thenComparing(finding -> finding.suspect().ratio()));
        return new GateResult(latest, confirmation.head(), nomination, findings);
    }

    private Finding finding(Suspect suspect, String lastGood, Answer answer) {
        String failure = answer.failures().entrySet().stream()
                .filter(entry -> entry.getKey().text().equals(suspect.caseId()))
                .map(entry -> entry.getValue().message())
                .findFirst()
                .orElse("");
        if (!failure.isEmpty()) {
            return Finding.without(suspect, Outcome.FAILED, "a fork failed: " + failure);
        }
        if (answer.notReached().contains(suspect.caseId())) {
            return Finding.without(
                    suspect,
                    Outcome.NOT_REACHED,
                    "the time budget went to other suspects; a larger budget allows more");
        }
        Optional<CaseVerdict> verdict = answer.verdicts().stream()
                .filter(each -> each.id().text().equals(suspect.caseId()))
                .findFirst();
        if (verdict.isEmpty()) {
            return Finding.without(suspect, Outcome.NOT_CHECKED, "one of the commits does not have the case");
        }
        if (verdict.get().verdict() == Verdict.SAME_CODE) {
            return Finding.without(
                    suspect,
                    Outcome.RULED_OUT,
                    "no code that this case runs changed between " + GateResult.brief(lastGood) + " and "
                            + GateResult.brief(confirmation.head()) + ": the machine, the JDK or noise");
        }
        if (verdict.get().isUnjudged()) {
            return Finding.without(suspect, Outcome.NOT_CHECKED, verdict.get().note());
        }
        if (verdict.get().regressed()) {
            List<String> changed = answer.changed().getOrDefault(verdict.get().id(), List.of());
            return new Finding(
                    suspect,
                    Outcome.CONFIRMED,
                    verdict,
                    between(suspect, lastGood, changed),
                    GateResult.changed(changed));
        }
        Outcome outcome = verdict.get().ruledOut().isPresent() ? Outcome.RULED_OUT : Outcome.NOT_CONFIRMED;
        return new Finding(suspect, outcome, verdict, List.of(), "");
    }

    /**
     * Returns the commits up to the commit of the first bad run if it is recorded, otherwise up to the commit under
     * test; only those that touched a changed class, if there are any.
     */
    private List<String> between(Suspect suspect, String lastGood, List<String> changed) {
        RunSummary firstBad = suspect.firstBad().run();
        String until = firstBad.commit().filter(commit -> !firstBad.dirty()).orElse(confirmation.head());
        return Stream.of(until, confirmation.head())
                .flatMap(end -> Stream.of(changed, List.<String>of())
                        .map(classes -> confirmation.commits(lastGood, end, classes)))
                .filter(commits -> !commits.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Measures suspected cases again, by alternating forks of two commits. */
    interface Confirmation {

        /**
         * The outcome of a confirmation.
         *
         * @param verdicts one for each case that both commits have
         * @param failures the failures by case
         * @param changed the classes, and other files, that differ between the commits, by case; empty if unknown
         * @param notReached ids of the cases that were not reached within the budget
         */
        record Answer(
                List<CaseVerdict> verdicts,
                Map<CaseId, Failure> failures,
                Map<CaseId, List<String>> changed,
                Set<String> notReached,
                Duration spent) {

            /** Returns the answer if no case was reached within the budget. */
            static Answer none(List<SuspectedChange> suspects) {
                return new Answer(
                        List.of(),
                        Map.of(),
                        Map.of(),
                        suspects.stream().map(SuspectedChange::caseId).collect(Collectors.toSet()),
                        Duration.ZERO);
            }
        }

        /** Returns the full hash of the commit under test. */
        String head();

        /** Returns the total time budget for the forks of all comparisons. */
        Duration budget();

        /**
         * Compares the commit under test with an earlier one.
         *
         * @param suspects the cases and their suspected slowdowns, the most important first, because the budget may not
         *     be enough for all
         * @param comparisons number of comparisons that share the false alarm probability, at least 1
         */
        Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left);

        /**
         * Returns the commits after the baseline up to the candidate, the latest first, one line each.
         *
         * @param classes only commits that touched the source of one of these classes; all commits if empty
         */
        List<String> commits(String baseline, String candidate, List<String> classes);
    }

    /**
     * Confirms suspects by interleaved comparisons of two commits, which are checked out and built when needed.
     *
     * @param checkouts the repository; the caller closes it
     * @param head the revision under test
     * @param limits the limits that all comparisons share
     */
    public record FreshForks(
            Checkouts checkouts,
            BuildRecipe recipe,
            String head,
            Limits limits,
            Map<String, String> properties,
            List<String> libraries,
            Consumer<String> progress,
            Consumer<String> output)
            implements Confirmation {

        /**
         * The default time of each of five warm-up iterations, 2 s in total. Some changes are visible only in code as
         * warm as in the runs of the history, and there are few suspects.
         */
        private static final Map<String, String> WARMER = Map.of("microbench.warmupTime", "400ms");

        /** Resolves the head; throws {@link io.microbench.settings.ConfigurationException} if there is no such revision. */
        public FreshForks {
            head = checkouts.commit(head);
        }

        @Override
        public Duration budget() {
            return limits.budget();
        }

        @Override
        public Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left) {
            Build baseline = checkouts.build(lastGood, recipe).with(libraries);
            Build candidate = checkouts.build(head, recipe).with(libraries);
            Map<String, String> chosen = new LinkedHashMap<>(WARMER);
            chosen.putAll(properties);
            chosen.put(
                    "microbench.cases",
                    suspects.stream()
                            .map(suspect -> RerunCommand.pattern(suspect.caseId()))
                            .collect(Collectors.joining(";")));
            Limits shared = new Limits(
                    left, limits.leastForks(), limits.mostForks(), limits.level() / comparisons, limits.band());
            try (InterleavedComparison comparison = InterleavedComparison.open(
                    baseline, candidate, shared, chosen, false, suspects, progress, output)) {
                long start = System.nanoTime();
                InterleavedComparison.Result result = comparison.run();
                Duration spent = Duration.ofNanos(System.nanoTime() - start);
                progress.accept(result.ended() + " Record: " + comparison.folder());
                return new Answer(
                        result.comparison().verdicts(),
                        result.failures(),
                        result.changed(),
                        result.notReached().stream().map(CaseId::text).collect(Collectors.toSet()),
                        spent);
            } catch (BudgetException e) {
                if (left.equals(budget())) {
                    throw e;
                }
                return Answer.none(suspects);
            }
        }

        @Override
        public List<String> commits(String baseline, String candidate, List<String> classes) {
            return checkouts.commits(baseline, candidate, classes);
        }
    }
}
