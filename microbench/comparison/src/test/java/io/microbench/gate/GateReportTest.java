// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.gate.GateResult.Finding;
import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateReportTest {

    private static final RunSummary LATEST = Nights.night(14, 1.5, 1);
    private static final String HEAD = "feed";

    private static final Nomination JUDGED =
            new Nomination(List.of(), List.of(), new TreeMap<>(Map.of("a", Nomination.State.JUDGED)), 15, 0);

    private static HistoryEntry entry(int night, Optional<String> commit) {
        RunSummary run = Nights.night(night, 1, 1);
        RunSummary measured = RunSummaryBuilder.of(run).commit(commit).build();
        return new HistoryEntry(measured, run.cases().get(0));
    }

    private static Suspect suspect(String caseId, Suspect.Rule rule, Optional<String> firstBad) {
        return new Suspect(
                caseId,
                rule,
                entry(12, Optional.empty()),
                entry(13, firstBad),
                Optional.of("abc"),
                entry(14, Optional.empty()),
                100,
                125,
                0.8,
                0.01,
                Optional.empty(),
                0);
    }

    private static Finding finding(String caseId, Outcome outcome, List<String> commits, String detail) {
        Suspect suspect = suspect(caseId, Suspect.Rule.OUT_OF_RANGE, Optional.empty());
        return new Finding(suspect, outcome, Optional.empty(), commits, detail);
    }

    private static String text(String options, Finding... findings) {
        return new GateResult(LATEST, HEAD, JUDGED, List.of(findings)).text(options);
    }

    private static List<String> commits(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "commit " + i).toList();
    }

    @Test
    void countsOutcomesInFirstLine() {
        assertThat(text(
                        "",
                        finding("a", Outcome.CONFIRMED, List.of(), ""),
                        finding("b", Outcome.CONFIRMED, List.of(), ""),
                        finding("c", Outcome.FAILED, List.of(), ""),
                        finding("d", Outcome.NOT_CHECKED, List.of(), "")))
                .startsWith("REGRESSION: 4 cases under suspicion, 2 confirmed, 1 failed, 1 not checked\n");
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_CONFIRMED, not confirmed, No regression",
        "FAILED, failed, No regression",
        "NOT_CHECKED, not checked, Nothing was judged",
        "NOT_REACHED, not reached, Nothing was judged"
    })
    void reportsOnlyConfirmedSuspectsAsRegressions(Outcome outcome, String word, String verdict) {
        assertThat(text("", finding("a", outcome, commits(3), "the reason")).lines())
                .startsWith(verdict + ": 1 case under suspicion, 1 " + word)
                .contains(outcome.name().replace('_', ' ') + "  a", "  the reason")
                .noneMatch(line -> line.contains("commits since") || line.contains("compare again"));
    }

    @Test
    void namesRunOfUnknownCommitById() {
        RunSummary run = RunSummaryBuilder.of("night-7", LATEST.time()).build();

        assertThat(new GateResult(run, HEAD, JUDGED, List.of()).text("").lines())
                .containsExactly("No slowdown found: no case is under suspicion", "Run night-7, 0 cases");
    }

    @Test
    void reportsRunWithoutValues() {
        GateResult result =
                new GateResult(LATEST, HEAD, new Nomination(List.of(), List.of(), new TreeMap<>(), 1, 0), List.of());

        assertThat(result.judgedNothing()).isTrue();
        assertThat(result.text(""))
                .startsWith("Nothing was judged: ")
                .endsWith("\nThe run has no value that could be judged\n");
    }

    @Test
    void namesNominatingRule() {
        assertThat(text("", finding("a", Outcome.NOT_CONFIRMED, List.of(), "")))
                .contains("  history: 100.000 -> 125.000 ns/op, speed -20.0%, since run night-13 of"
                        + " 2026-05-17T03:00:00Z (out of range)\n");
        Suspect known = suspect("a", Suspect.Rule.CHANGE_POINT, Optional.of("0123456789abcdef"));
        assertThat(text("", new Finding(known, Outcome.FAILED, Optional.empty(), List.of(), "")))
                .contains(" of 2026-05-17T03:00:00Z, commit 0123456789 (change point)\n");
    }

    @ParameterizedTest
    @CsvSource({"20, false", "21, true"})
    void listsFirstTwentyCommits(int count, boolean cut) {
        String text = text("", finding("a", Outcome.CONFIRMED, commits(count), ""));

        assertThat(text).contains("    commit 1\n", "    commit 20\n").doesNotContain("    commit 21\n");
        assertThat(text.contains("    and 1 more\n")).isEqualTo(cut);
    }

    @Test
    void quotesCommandForShell() {
        String text = text("", finding("a.B.c:text=it's;here,threads=1", Outcome.CONFIRMED, commits(1), ""));

        assertThat(text)
                .endsWith("  compare again: microbench compare abc..feed --cases"
                        + " 'a.B.c:text=it'\\''s?here,threads=1'\n");
    }

    @Test
    void separatesFindingsByEmptyLine() {
        assertThat(text("", finding("a", Outcome.FAILED, List.of(), ""), finding("b", Outcome.FAILED, List.of(), ""))
                        .lines())
                .filteredOn(String::isEmpty)
                .hasSize(2);
    }
}
