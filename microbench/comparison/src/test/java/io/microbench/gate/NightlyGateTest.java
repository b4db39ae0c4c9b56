// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static io.microbench.gate.Nights.DECODE;
import static io.microbench.gate.Nights.ENCODE;
import static io.microbench.gate.Nights.commit;
import static io.microbench.gate.Nights.night;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.gate.GateResult.Finding;
import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.history.CaseSummary.ExecutedCode;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NightlyGateTest extends AbstractNightlyGateTest {

    @Test
    void runsNoForksAfterQuietNight() {
        assertThat(judge().findings()).isEmpty();
        assertThat(compared).isEmpty();
    }

    @Test
    void confirmsSuspectWithItsCommits() {
        truth = 1.4;
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.CONFIRMED);
            assertThat(finding.suspect().caseId()).isEqualTo(ENCODE);
            assertThat(finding.verdict().orElseThrow().ratio()).isBetween(0.71, 0.72);
            assertThat(finding.commits()).containsExactly("1313..1414");
        });
        assertThat(compared).containsExactly(commit(13) + " [" + ENCODE + "] of 1");
    }

    @Test
    void doesNotConfirmNoise() {
        runs.add(night(14, 1.5, 1.3));

        GateResult result = judge();
        assertThat(result.findings()).hasSize(2).allSatisfy(finding -> assertThat(finding.outcome())
                .isEqualTo(Outcome.NOT_CONFIRMED));
        assertThat(result.findings().get(0).suspect().caseId())
                .as("the worst first")
                .isEqualTo(ENCODE);
        assertThat(compared).containsExactly(commit(13) + " [" + ENCODE + ", " + DECODE + "] of 1");
    }

    @Test
    void reportsLargeLossWithTooFewForks() {
        truth = 2;
        freshForks = 2;
        runs.add(night(14, 2, 1));

        GateResult result = judge();
        assertThat(result.hasLargeLoss()).isTrue();
        assertThat(result.text(""))
                .startsWith("Large slowdown not judged, too few forks: 1 case under suspicion, 1 not confirmed\n")
                .contains("large change, too few forks; run again with ");
    }

    @Test
    void rulesOutExcludedChange() {
        ruledOut = Optional.of(new RuledOut(0.5, 0.89, 1.16, 0.95));
        runs.add(night(14, 2, 1));

        GateResult result = judge();
        assertThat(result.findings()).singleElement().satisfies(finding -> assertThat(finding.outcome())
                .isEqualTo(Outcome.RULED_OUT));
        assertThat(ratios.get(ENCODE))
                .as("the suspected change is passed to the forks")
                .isEqualTo(result.findings().get(0).suspect().ratio())
                .isBetween(0.45, 0.55);
        assertThat(result.text(""))
                .startsWith("No regression: 1 case under suspicion, 1 ruled out\n")
                .contains("RULED OUT  " + ENCODE + "\n")
                .containsOnlyOnce("ruled out: history says -50.0%, fresh forks -11.0% to +16.0%")
                .doesNotContain("compare again");
    }

    @Test
    void confirmsRegressionBesideRuledOutSuspect() {
        truth = 1.4;
        ruledOut = Optional.of(new RuledOut(0.2, 0.69, 0.73, 0.95));
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> assertThat(finding.outcome())
                .isEqualTo(Outcome.CONFIRMED));
    }

    @Test
    void spendsBudgetOnMostLikelySuspect() {
        most = 1;
        runs.add(night(14, 1.5, 1.3));

        GateResult result = judge();
        assertThat(compared).containsExactly(commit(13) + " [" + ENCODE + ", " + DECODE + "] of 1");
        assertThat(result.findings())
                .extracting(Finding::outcome)
                .containsExactly(Outcome.NOT_CONFIRMED, Outcome.NOT_REACHED);
        assertThat(result.findings().get(1).suspect().caseId()).isEqualTo(DECODE);
        assertThat(result.text(""))
                .startsWith("No regression: 2 cases under suspicion, 1 not confirmed, 1 not reached\n")
                .contains("NOT REACHED  " + DECODE)
                .contains("  the time budget went to other suspects; a larger budget allows more\n");
    }

    @Test
    void findsLastGoodCommitBeforeOldChange() {
        truth = 1.4;
        for (int night = 14; night < 18; night++) {
            runs.add(night(night, 1.5, 1));
        }

        assertThat(judge().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.suspect().lastGoodCommit()).hasValue(commit(13));
            assertThat(finding.suspect().firstBad().run().id()).isEqualTo("night-14");
        });
    }

    @Test
    void ignoresCommitOfRunWithUncommittedChanges() {
        truth = 1.4;
        runs.add(night(14, true, 1, 1));
        runs.add(night(15, true, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> assertThat(finding.commits())
                .as("up to HEAD, as the commit of the bad run is unknown")
                .containsExactly("1313..9999"));
        assertThat(compared).singleElement().asString().startsWith(commit(13));
    }

    @Test
    void reportsMissingCommit() {
        runs.replaceAll(
                run -> RunSummaryBuilder.of(run).commit(Optional.empty()).build());
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.NOT_CHECKED);
            assertThat(finding.detail()).startsWith("no run before the change measured a commit");
        });
        assertThat(judge().judgedNothing()).isTrue();
        assertThat(compared).isEmpty();
    }

    @Test
    void runsNoForksForSameCommit() {
        runs.set(
                13, RunSummaryBuilder.of(runs.get(13)).commit(Optional.of(HEAD)).build());
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.NOT_CONFIRMED);
            assertThat(finding.detail()).contains("the same commit");
        });
        assertThat(compared).isEmpty();
    }

    @Test
    void runsNoForksForUnchangedCode() {
        runs.replaceAll(run -> withCode(run, "0123456789ab", "0123456789ab"));
        runs.add(withCode(night(14, 1.5, 1.5), "0123456789ab", "ba9876543210"));
        truth = 1.4;

        Map<String, Outcome> outcomes = new TreeMap<>();
        judge().findings().forEach(finding -> outcomes.put(finding.suspect().caseId(), finding.outcome()));

        assertThat(outcomes).containsOnly(Map.entry(ENCODE, Outcome.RULED_OUT), Map.entry(DECODE, Outcome.CONFIRMED));
        assertThat(compared).containsExactly(commit(13) + " [" + DECODE + "] of 1");
        assertThat(judge().text(""))
                .contains("no code that this case runs changed since run night-13: the machine, the JDK or noise");
    }

    private static RunSummary withCode(RunSummary run, String encode, String decode) {
        return RunSummaryBuilder.of(run)
                .cases(run.cases().stream()
                        .map(each -> CaseSummaryBuilder.of(each)
                                .code(Optional.of(new ExecutedCode(each.id().equals(ENCODE) ? encode : decode, "")))
                                .build())
                        .toList())
                .build();
    }

    @Test
    void rulesOutSuspectWithSameCode() {
        sameCode = true;
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.RULED_OUT);
            assertThat(finding.detail())
                    .isEqualTo("no code that this case runs changed between 1313131313 and 9999999999: the machine, the"
                            + " JDK or noise");
        });
        assertThat(judge().notes().suspects()).singleElement().satisfies(note -> assertThat(note.state())
                .isEqualTo(SuspectNote.State.RULED_OUT));
    }

    @Test
    void namesChangedCodeAndItsCommits() {
        truth = 1.4;
        changed = Map.of(id("encode"), List.of("a.Codec", "a.Table$Row"));
        touched = List.of("a.Table$Row", "a.Unrelated");
        runs.add(night(14, 1.5, 1));

        assertThat(judge().text(""))
                .contains("\n  changed code that it runs: a.Codec, a.Table$Row\n")
                .contains("\n    1313..1414 a.Table$Row\n")
                .doesNotContain("Unrelated");

        touched = List.of();
        assertThat(judge().findings()).singleElement().satisfies(finding -> assertThat(finding.commits())
                .as("all commits, as none touched a changed class")
                .containsExactly("1313..1414"));
    }

    @Test
    void sharesLevelAmongComparisons() {
        truth = 1.4;
        for (int night = 14; night < 17; night++) {
            runs.add(night(night, 1.5, 1));
        }
        runs.add(night(17, 1.5, 1.5));

        assertThat(judge().count(Outcome.CONFIRMED)).isEqualTo(2);
        assertThat(compared)
                .containsExactlyInAnyOrder(
                        commit(13) + " [" + ENCODE + "] of 2", commit(16) + " [" + DECODE + "] of 2");
    }

    @Test
    void reportsFailedFork() {
        failing = true;
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(finding.detail()).isEqualTo("a fork failed: boom");
        });
    }

    @Test
    void doesNotCheckCaseMissingInOldCommit() {
        missing = true;
        runs.add(night(14, 1.5, 1));

        assertThat(judge().findings()).singleElement().satisfies(finding -> assertThat(finding.outcome())
                .isEqualTo(Outcome.NOT_CHECKED));
    }

    @Test
    void doesNotCheckSuspectWithoutVerdict() {
        unjudged = true;
        runs.add(night(14, 1.5, 1));

        GateResult result = judge();
        assertThat(result.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.NOT_CHECKED);
            assertThat(finding.detail()).isEqualTo("was not finished in the candidate");
        });
        assertThat(result.judgedNothing()).isTrue();
    }

    @Test
    void sharesBudgetAmongComparisons() {
        spent = Duration.ofMinutes(10);
        for (int night = 14; night < 17; night++) {
            runs.add(night(night, 1.5, 1));
        }
        runs.add(night(17, 1.5, 1.5));

        assertThat(judge().findings())
                .extracting(Finding::outcome)
                .containsExactly(Outcome.NOT_CONFIRMED, Outcome.NOT_REACHED);
        assertThat(compared).hasSize(1);

        spent = Duration.ofMinutes(4);
        lefts.clear();
        judge();
        assertThat(lefts).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(6));
    }

    @Test
    void reportsOutcome() {
        truth = 1.4;
        runs.add(night(14, 1.5, 1));

        assertThat(judge().text("--module buffer").lines())
                .containsExactly(
                        "REGRESSION: 1 case under suspicion, 1 confirmed",
                        "Run night-14 of commit 1414141414 on main, 2 cases",
                        "",
                        "CONFIRMED  a.Codec.encode:threads=1",
                        "  history: 100.186 -> 150.600 ns/op, speed -33.5%, since run night-14 of 2026-05-18T03:00:00Z, commit"
                                + " 1414141414 (change point)",
                        "  fresh forks of 1313131313 and 9999999999: "
                                + verdict("encode").summary() + "; 5 and 5 forks",
                        "  commits since the last good run:",
                        "    1313..1414",
                        "  compare again: microbench compare 1313131313..9999999999 --module buffer --cases"
                                + " 'a.Codec.encode:threads=1'");
        truth = 1;
        assertThat(judge().text(""))
                .startsWith("No regression: 1 case under suspicion, 1 not confirmed\n")
                .contains("NOT CONFIRMED  a.Codec.encode:threads=1")
                .doesNotContain("compare again");
        runs.remove(14);
        assertThat(judge().text("")).startsWith("No slowdown found: no case is under suspicion\n");
    }
}
