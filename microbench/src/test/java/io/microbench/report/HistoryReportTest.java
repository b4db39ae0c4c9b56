// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.CaseHistory;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.State;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.text.ConsoleStyle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistoryReportTest {

    private static final String CASE = "a.Codec.encode:size=16,threads=1";

    private static final Nomination NONE = new Nomination(List.of(), List.of(), new TreeMap<>(), 16, 0);

    private static List<RunSummary> runs() {
        List<RunSummary> runs = new ArrayList<>();
        for (int night = 0; night < 16; night++) {
            double value = (night < 10 ? 100 : 130) + 0.1 * (night % 3);
            runs.add(RunSummaryBuilder.of(
                            "night-" + night,
                            Instant.parse("2026-05-04T03:00:00Z").plus(Duration.ofDays(night)))
                    .commit(Optional.of("c0ffee" + night + "abcdef0123456789"))
                    .dirty(night == 3)
                    .branch(Optional.of("main"))
                    .environment(new Fingerprint("JDK 21", "VM", "EPYC", "Linux"))
                    .cases(List.of(CaseSummaryBuilder.of(CASE, value)
                            .interval(value - 1, value + 1)
                            .build()))
                    .build());
        }
        return runs;
    }

    /** Returns the same runs, with another value and the given share of starved iterations in one night. */
    private static List<RunSummary> runs(int number, double value, OptionalDouble starved) {
        List<RunSummary> runs = runs();
        RunSummary night = runs.get(number);
        runs.set(
                number,
                RunSummaryBuilder.of(night)
                        .cases(List.of(CaseSummaryBuilder.of(CASE, value)
                                .starved(starved)
                                .build()))
                        .build());
        return runs;
    }

    @Test
    void listsRuns() {
        List<String> lines =
                HistoryReport.runs(runs(), ConsoleStyle.plain()).lines().toList();

        assertThat(lines).hasSize(17);
        assertThat(lines.get(0)).matches("Run +Time +Branch +Commit +Cases +JDK +CPU");
        assertThat(lines.get(4)).matches("night-3 +2026-05-07T03:00:00Z +main +c0ffee3abc\\+ +1 +JDK 21 +EPYC");
    }

    @Test
    void marksMostlyStarvedRuns() {
        List<RunSummary> runs = runs(5, 300, OptionalDouble.of(0.8));

        assertThat(HistoryReport.runs(runs, ConsoleStyle.plain()).lines())
                .first()
                .asString()
                .matches("Run +Time +Branch +Commit +Cases +Too busy +JDK +CPU");
        assertThat(HistoryReport.runs(runs, ConsoleStyle.plain()).lines().filter(line -> line.startsWith("night-5 ")))
                .singleElement()
                .asString()
                .matches("night-5 +2026-05-09T03:00:00Z +main +c0ffee5abc +1 +1 +JDK 21 +EPYC");
        CaseHistory history = HistoryAnalysis.DEFAULTS.cases(runs).get(0);
        assertThat(HistoryReport.line(history, ConsoleStyle.plain()).lines().filter(line -> line.contains("300.000")))
                .singleElement()
                .asString()
                .endsWith("80.0% of the iterations waited for a processor: not judged");
        assertThat(HtmlHistory.render(runs, List.of(history), NONE)).contains(",0.8]");
    }

    @Test
    void marksAndCountsNonPositiveRun() {
        List<RunSummary> runs = runs(15, -2, OptionalDouble.empty());

        CaseHistory history = HistoryAnalysis.DEFAULTS.cases(runs).get(0);
        assertThat(HistoryReport.line(history, ConsoleStyle.plain()))
                .contains("a fork's score is not above 0: not judged");
        assertThat(HtmlHistory.render(runs, List.of(history), NONE)).contains(",15,-1]");
        assertThat(HistoryReport.suspects(
                        HistoryAnalysis.DEFAULTS.nominate(runs, runs.get(15), List.of()), ConsoleStyle.plain()))
                .isEqualTo(
                        "The case could not be judged: with a fork whose score is not above 0 (there is no ratio)\n");
    }

    @Test
    void showsWhereLevelOfCaseChanged() {
        CaseHistory history = HistoryAnalysis.DEFAULTS.cases(runs()).get(0);
        String text = HistoryReport.line(history, ConsoleStyle.plain());

        assertThat(text).startsWith(CASE + "\n\nJDK 21 on EPYC\n");
        assertThat(text.lines().filter(line -> line.contains("slower from here on")))
                .singleElement()
                .asString()
                .contains("2026-05-14T03:00:00Z", "c0ffee10ab", "130.100", "[129.100, 131.100]", "speed -23.1%");
        assertThat(HistoryReport.line(history, new ConsoleStyle(0, true, true))).contains("\u001B[31m");
    }

    @Test
    void listsSuspects() {
        List<RunSummary> runs = runs().subList(0, 11);
        String text = HistoryReport.suspects(
                HistoryAnalysis.DEFAULTS.nominate(runs, runs.get(10), List.of()), ConsoleStyle.plain());

        assertThat(text.lines()).hasSize(2).last().asString().contains(CASE, "-23.", "c0ffee9abc", "night-10");
        assertThat(HistoryReport.suspects(
                        HistoryAnalysis.DEFAULTS.nominate(runs, runs.get(9), List.of()), ConsoleStyle.plain()))
                .isEqualTo("No case is under suspicion\n");
    }

    @Test
    void isNotGreenIfNothingCouldBeJudged() {
        Nomination none = new Nomination(
                List.of(),
                List.of(),
                new TreeMap<>(Map.of("a", State.STARVED, "b", State.TOO_FEW_RUNS, "c", State.MISSING)),
                14,
                14);
        String counted =
                "3 of 3 cases could not be judged: 1 on a busy machine (most measured iterations waited for a processor), 1 with fewer than"
                        + " 3 comparable"
                        + " earlier runs, 1 without a value in this run. The machine was too busy in 14 of 14 runs";

        assertThat(HistoryReport.suspects(none, ConsoleStyle.plain())).isEqualTo(counted + "\n");
        assertThat(HtmlHistory.render(runs(), HistoryAnalysis.DEFAULTS.cases(runs()), none))
                .contains("<section class=\"panel idle\"", "<p class=\"headline\">" + counted + "</p>")
                .doesNotContain("panel good");

        Nomination some = new Nomination(
                List.of(), List.of(), new TreeMap<>(Map.of("a", State.STARVED, "b", State.JUDGED)), 14, 0);
        assertThat(HistoryReport.suspects(some, ConsoleStyle.plain()))
                .isEqualTo(
                        "No case is under suspicion\n"
                                + "1 of 2 cases could not be judged: 1 on a busy machine (most measured iterations waited for a processor)\n");
        assertThat(HtmlHistory.render(runs(), HistoryAnalysis.DEFAULTS.cases(runs()), some))
                .contains(
                        "<section class=\"panel idle\"",
                        "<p class=\"headline\">1 case, none under suspicion</p>",
                        "<p class=\"muted\">1 of 2 cases could not be judged: 1 on a busy machine (most measured iterations waited"
                                + " for a processor).</p>");
    }
}
