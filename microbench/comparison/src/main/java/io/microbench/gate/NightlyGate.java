// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.gate.Confirmation.Answer;
import io.microbench.gate.Finding.Outcome;
import io.microbench.history.GateNotes;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges in two stages whether the latest run became slower.
 *
 * <p>The state of the machine changes from night to night, and a rule that finds small changes in such scores raises a
 * false alarm every few nights. So history only nominates suspects ({@link HistoryAnalysis}), and each suspect is
 * measured again by alternating forks of the commit under test and the last good one, on this machine. The two stages
 * share no data, so the probability of a false alarm of the whole gate is that of the second stage, however many
 * suspects the first one nominates.
 *
 * <p>Among hundreds of cases history nominates several each night. All comparisons share a time budget, which limits
 * how many suspects are measured. A suspect is finished as soon as its forks exclude the change that the history shows
 * ({@link SuspectedChange}), and the rest of the budget goes to the others. Suspects that the forks did not decide or
 * did not reach fail nothing and stay open: they go first the next night, until forks confirm them or rule them out, or
 * later runs no longer show them.
 *
 * <p>The <em>last good commit</em> of a case is the commit of the last run in the history before the suspected change
 * that was measured without uncommitted changes and belongs to the fastest level of the latest runs. Cases with the
 * same last good commit are compared together.
 */
public final class NightlyGate {

    private final HistoryAnalysis analysis;
    private final Confirmation confirmation;

    /**
     * Creates a gate.
     *
     * @param analysis nominates
     * @param confirmation confirms
     */
    public NightlyGate(HistoryAnalysis analysis, Confirmation confirmation) {
        this.analysis = analysis;
        this.confirmation = confirmation;
    }

    /**
     * Judges a run.
     *
     * @param runs runs of one branch, in any order; those after {@code latest} are ignored
     * @param latest the run to judge
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
            if (lastGood.isEmpty()) {
                findings.add(Finding.notChecked(
                        suspect, "no run before the change measured a commit without uncommitted changes"));
            } else if (lastGood.get().equals(confirmation.head())) {
                findings.add(new Finding(
                        suspect,
                        Outcome.NOT_CONFIRMED,
                        Optional.empty(),
                        List.of(),
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
            return new Finding(suspect, Outcome.FAILED, Optional.empty(), List.of(), "a fork failed: " + failure);
        }
        if (answer.notReached().contains(suspect.caseId())) {
            return new Finding(
                    suspect,
                    Outcome.NOT_REACHED,
                    Optional.empty(),
                    List.of(),
                    "the time budget went to other suspects; a larger budget allows more");
        }
        Optional<CaseVerdict> verdict = answer.verdicts().stream()
                .filter(each -> each.id().text().equals(suspect.caseId()))
                .findFirst();
        if (verdict.isEmpty()) {
            return Finding.notChecked(suspect, "one of the commits does not have the case");
        }
        if (verdict.get().isUnjudged()) {
            return Finding.notChecked(suspect, verdict.get().note());
        }
        if (verdict.get().regressed()) {
            return new Finding(suspect, Outcome.CONFIRMED, verdict, between(suspect, lastGood), "");
        }
        Outcome outcome = verdict.get().ruledOut().isPresent() ? Outcome.RULED_OUT : Outcome.NOT_CONFIRMED;
        return new Finding(suspect, outcome, verdict, List.of(), "");
    }

    /** Returns the commits up to that of the first bad run if it is recorded, else up to the one under test. */
    private List<String> between(Suspect suspect, String lastGood) {
        RunSummary firstBad = suspect.firstBad().run();
        String until = firstBad.commit().filter(commit -> !firstBad.dirty()).orElse(confirmation.head());
        List<String> commits = confirmation.commits(lastGood, until);
        return commits.isEmpty() ? confirmation.commits(lastGood, confirmation.head()) : commits;
    }
}
