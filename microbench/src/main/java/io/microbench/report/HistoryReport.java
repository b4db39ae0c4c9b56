// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory;
import io.microbench.history.CaseHistory.HistoryChange;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.CaseSummary;
import io.microbench.history.Nomination;
import io.microbench.history.Nomination.State;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.RunSummary;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats a history as tables for a console. */
public final class HistoryReport {

    private static final int COMMIT = 10;

    /** The reasons why cases were not judged, in the order of a summary; each follows a number of cases. */
    private static final Map<State, String> REASONS = new EnumMap<>(Map.of(
            State.STARVED, "on a busy machine (most measured iterations waited for a processor)",
            State.NO_RATIO, "with a fork whose score is not above 0 (there is no ratio)",
            State.TOO_FEW_RUNS, "with fewer than 3 comparable earlier runs",
            State.ONE_OF_MANY, "slower in this run alone, like many others (the next run decides)",
            State.MISSING, "without a value in this run"));

    private HistoryReport() {}

    /**
     * Returns a table with a row for each run, each line ended by a line feed. A column with the number of mostly starved cases is added if
     * any run has such a case.
     */
    public static String runs(List<RunSummary> runs, ConsoleStyle style) {
        boolean starved = runs.stream().anyMatch(run -> run.starvedCases() > 0);
        TextTable table =
                new TextTable(style).left("Run", "Time", "Branch", "Commit").right("Cases");
        if (starved) {
            table.right("Too busy");
        }
        table.left("JDK", "CPU");
        for (RunSummary run : runs) {
            List<String> cells = new ArrayList<>(List.of(
                    run.id(),
                    run.time().toString(),
                    run.branch().orElse(""),
                    commit(run),
                    Integer.toString(run.cases().size())));
            if (starved) {
                cells.add(run.starvedCases() == 0 ? "" : Integer.toString(run.starvedCases()));
            }
            cells.add(run.environment().jdk());
            cells.add(run.environment().cpuModel());
            table.row(cells, Colour.NONE);
        }
        return table.render();
    }

    /** Returns all values of a case and the points at which its level changed, each line ended by a line feed. */
    public static String line(CaseHistory history, ConsoleStyle style) {
        StringBuilder text = new StringBuilder(style.text(history.caseId())).append('\n');
        for (HistorySegment segment : history.segments()) {
            text.append('\n')
                    .append(style.text(history.where(segment)))
                    .append('\n')
                    .append(values(segment, style));
        }
        return text.toString();
    }

    private static String values(HistorySegment segment, ConsoleStyle style) {
        Map<String, HistoryChange> changes = new HashMap<>();
        segment.changes()
                .forEach(change -> changes.put(change.firstAfter().run().id(), change));
        TextTable table = new TextTable(style)
                .left("Time", "Commit")
                .right("Value", "Units", "Interval", "Forks")
                .remarks("");
        for (HistoryEntry entry : segment.entries()) {
            Optional<HistoryChange> change =
                    Optional.ofNullable(changes.get(entry.run().id()));
            List<String> cells = new ArrayList<>(List.of(
                    entry.run().time().toString(),
                    commit(entry.run()),
                    Numbers.score(entry.value()),
                    segment.unit(),
                    entry.summary()
                            .interval()
                            .map(i -> Numbers.isTooWide(i.low(), i.high())
                                    ? "too wide"
                                    : "[" + Numbers.score(i.low()) + ", " + Numbers.score(i.high()) + "]")
                            .orElse(""),
                    Integer.toString(entry.summary().forks()),
                    change.map(HistoryReport::change).orElseGet(() -> unusable(entry.summary()))));
            table.row(cells, change.map(HistoryReport::colour).orElse(Colour.NONE));
        }
        return table.render();
    }

    private static String unusable(CaseSummary summary) {
        if (summary.mostlyStarved()) {
            return Numbers.percent(summary.starvedShare().orElseThrow())
                    + " of the iterations waited for a processor: not judged";
        }
        return summary.hasRatio() ? "" : "a fork's score is not above 0: not judged";
    }

    private static String change(HistoryChange change) {
        return change.kind().name().toLowerCase(Locale.ROOT) + " from here on: " + Numbers.score(change.before())
                + " -> " + Numbers.score(change.after()) + ", speed " + Numbers.change(change.ratio() - 1);
    }

    private static Colour colour(HistoryChange change) {
        return change.kind() == HistoryChange.Kind.SLOWER ? Colour.RED : Colour.GREEN;
    }

    /**
     * Returns the table of suspects, or one line if there are none, and a line about the cases that could not be judged. Every line ends
     * with a line feed.
     */
    public static String suspects(Nomination nomination, ConsoleStyle style) {
        String table = nomination.suspects().isEmpty()
                ? nomination.judgedNothing() ? "" : "No case is under suspicion\n"
                : table(nomination.suspects(), style);
        return table + notJudged(nomination).map(line -> line + "\n").orElse("");
    }

    /** Returns one line with the number of cases that could not be judged, and why; empty if all were. */
    public static Optional<String> notJudged(Nomination nomination) {
        int all = nomination.cases().size();
        if (all == 0) {
            return Optional.of("The run has no value that could be judged");
        }
        long not = all - nomination.count(State.JUDGED);
        if (not == 0) {
            return Optional.empty();
        }
        String why = REASONS.entrySet().stream()
                .filter(reason -> nomination.count(reason.getKey()) > 0)
                .map(reason -> (all == 1 ? "" : nomination.count(reason.getKey()) + " ") + reason.getValue())
                .collect(Collectors.joining(", "));
        String runs = nomination.starvedRuns() == 0
                ? ""
                : ". The machine was too busy in " + nomination.starvedRuns() + " of "
                        + Counted.of(nomination.runs(), "run");
        return Optional.of(Counted.share(not, all, "case") + " could not be judged: " + why + runs);
    }

    /** Returns the reason why a case was not judged; empty if it was judged or the case is unknown. */
    static Optional<String> notJudged(Nomination nomination, String caseId) {
        return Optional.ofNullable(nomination.cases().get(caseId))
                .flatMap(state -> Optional.ofNullable(REASONS.get(state)))
                .map(reason -> "not judged: " + reason);
    }

    private static String table(List<Suspect> suspects, ConsoleStyle style) {
        TextTable table = new TextTable(style)
                .left("Case")
                .right("Before", "After", "Units", "Speed")
                .left("Last good commit", "Since run", "Rule");
        for (Suspect suspect : suspects) {
            table.row(
                    List.of(
                            suspect.caseId(),
                            Numbers.score(suspect.before()),
                            Numbers.score(suspect.after()),
                            suspect.latest().summary().unit(),
                            Numbers.change(suspect.ratio() - 1),
                            suspect.lastGoodCommit()
                                    .map(commit -> commit(commit, false))
                                    .orElse("none"),
                            suspect.firstBad().run().id(),
                            suspect.rule().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                    Colour.YELLOW);
        }
        return table.render();
    }

    private static String commit(RunSummary run) {
        return run.commit().map(commit -> commit(commit, run.dirty())).orElse("");
    }

    /** Returns the abbreviated commit, with a mark if the working copy had uncommitted changes. */
    static String commit(String commit, boolean dirty) {
        return commit.substring(0, Math.min(COMMIT, commit.length())) + (dirty ? "+" : "");
    }
}
