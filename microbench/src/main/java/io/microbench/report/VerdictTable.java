// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.report.ReportColumn.Value;
import io.microbench.result.CaseId;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the result of a comparison for the console: the summary, then every case whose verdict is not "same". */
public final class VerdictTable {

    private static final Map<Verdict, Colour> COLOURS = new EnumMap<>(Map.of(
            Verdict.FASTER, Colour.GREEN,
            Verdict.SLOWER, Colour.RED,
            Verdict.SAME, Colour.NONE,
            Verdict.SAME_CODE, Colour.NONE,
            Verdict.UNDECIDED, Colour.YELLOW));

    private static final int MOST_REASONS = 3;

    private static final Set<Place> TABLES = Set.of(Place.CONSOLE, Place.MARKDOWN);
    private static final Set<Place> EVERYWHERE = Set.of(Place.CONSOLE, Place.MARKDOWN, Place.PAGE);

    /**
     * The columns after the names of a case and its verdict, for console, Markdown and the page. To add a column, add an entry here. The
     * page shows the values of all columns in the details of a case.
     */
    static final List<ReportColumn<CaseVerdict>> COLUMNS = List.of(
            number("baseline", "Baseline", Format.SCORE, TABLES, CaseVerdict::baselineValue),
            number("candidate", "Candidate", Format.SCORE, TABLES, CaseVerdict::candidateValue),
            column("unit", "Units", Format.UNIT, TABLES, verdict -> Value.of(verdict.unit())),
            number("ratio", "Speed", Format.CHANGE, EVERYWHERE, CaseVerdict::ratio)
                    .titled("change of speed against the baseline; above 0 the candidate is faster"),
            column("low high", "Interval", Format.CHANGES, EVERYWHERE, v -> Value.of(v.low(), v.high()))
                    .titled("the change with its interval"),
            number("p", "p", Format.PROBABILITY, EVERYWHERE, CaseVerdict::p),
            number("sees", "Detectable", Format.PERCENT, TABLES, VerdictTable::detectable)
                    .titled("the smallest change that these forks would most likely have detected"),
            column("baselineForks candidateForks", "Forks", Format.COUNTS, TABLES, VerdictTable::forks),
            ReportColumn.of(
                    "node",
                    "Node",
                    Format.NOTE,
                    TABLES,
                    verdict -> Value.of(verdict.node().orElse(""))),
            column("remarks", "Remarks", Format.NOTE, TABLES, verdict -> Value.of(verdict.remarks())));

    private VerdictTable() {}

    private static ReportColumn<CaseVerdict> number(
            String name, String label, Format format, Set<Place> places, ToDoubleFunction<CaseVerdict> values) {
        return column(name, label, format, places, verdict -> Value.of(values.applyAsDouble(verdict)));
    }

    private static ReportColumn<CaseVerdict> column(
            String names, String label, Format format, Set<Place> places, Function<CaseVerdict, Value> values) {
        return ReportColumn.of(names, label, format, places, values).shownAlways();
    }

    private static Value forks(CaseVerdict verdict) {
        return Value.of(verdict.baselineForks(), verdict.candidateForks());
    }

    public static String render(RunComparison comparison, ConsoleStyle style) {
        StringBuilder text = new StringBuilder();
        text.append(style.paint(Colour.BOLD, style.text(headline(comparison)))).append('\n');
        if (!basis(comparison).isEmpty()) {
            text.append(style.text(basis(comparison))).append('\n');
        }
        text.append(style.text("Baseline: " + comparison.baselineName() + ", candidate: " + comparison.candidateName()))
                .append('\n');
        if (!comparison.differences().isEmpty()) {
            text.append('\n').append(differences(comparison, style));
        }
        if (!comparison.measured().isEmpty()) {
            text.append('\n').append(verdicts(comparison, style));
        }
        comparison.largeChanges().ifPresent(large -> text.append('\n')
                .append(style.paint(Colour.YELLOW, style.text(large)))
                .append('\n'));
        list(text, style, "Only in the baseline, not judged:", comparison.missing());
        list(text, style, "Only in the candidate, not judged:", comparison.added());
        return text.toString();
    }

    /** Returns a summary in one line, {@code 1 slower, 23 same}, including cases that are not slower but allocate more. */
    static String headline(RunComparison comparison) {
        if (comparison.refusal().isPresent()) {
            return "Not compared: " + comparison.refusal().get();
        }
        if (comparison.verdicts().isEmpty()) {
            return "Nothing to compare: the two runs have no case in common";
        }
        if (comparison.judgedNothing()) {
            int all = comparison.verdicts().size();
            return (all == 1 ? "The case" : "None of " + all + " cases") + " could "
                    + (all == 1 ? "not " : "") + "be compared: "
                    + comparison.verdicts().stream()
                            .map(CaseVerdict::note)
                            .distinct()
                            .limit(MOST_REASONS)
                            .collect(Collectors.joining("; "));
        }
        return counts(comparison.verdicts());
    }

    /** Returns the number of cases per verdict, and of cases that are not slower but allocate more. */
    static String counts(List<CaseVerdict> verdicts) {
        StringJoiner counts = new StringJoiner(", ");
        for (Verdict verdict :
                List.of(Verdict.SLOWER, Verdict.FASTER, Verdict.SAME, Verdict.UNDECIDED, Verdict.SAME_CODE)) {
            long count = verdicts.stream().filter(v -> v.countsAs(verdict)).count();
            if (count > 0) {
                counts.add(count + " " + word(verdict));
            }
        }
        long controls =
                verdicts.stream().filter(CaseVerdict::isUndecidedControl).count();
        if (controls > 0) {
            counts.add(Counted.of(controls, "control"));
        }
        long heavier = verdicts.stream()
                .filter(v -> v.verdict() != Verdict.SLOWER && v.allocatesMore())
                .count();
        return heavier == 0
                ? counts.toString()
                : counts + "; " + Counted.of(heavier, "case allocates more", "cases allocate more");
    }

    /** Returns the basis of the verdicts in one line; empty if there are no verdicts. */
    static String basis(RunComparison comparison) {
        return String.join(". ", basisSentences(comparison));
    }

    /** Returns the basis of the verdicts as sentences without full stops; empty if there are no verdicts. */
    static List<String> basisSentences(RunComparison comparison) {
        if (comparison.refusal().isPresent() || comparison.verdicts().isEmpty()) {
            return List.of();
        }
        List<CaseVerdict> measured = comparison.measured();
        if (measured.isEmpty()) {
            return List.of("Nothing was measured: both builds run the same code");
        }
        String interval = Double.isNaN(comparison.low())
                        || Double.isNaN(comparison.high())
                        || Numbers.isTooWide(comparison.low(), comparison.high())
                ? ""
                : " (" + Numbers.change(comparison.low() - 1) + " to " + Numbers.change(comparison.high() - 1) + ")";
        Optional<String> mean = measured.size() == 1 || measured.stream().allMatch(CaseVerdict::isControl)
                ? Optional.empty()
                : Optional.of("Speed " + Numbers.change(comparison.ratio() - 1) + interval
                        + " in the geometric mean of " + Counted.of(measured.size(), "case"));
        String chance = "Chance of any false alarm at most " + Numbers.level(comparison.level())
                + comparison.condition().map(condition -> " " + condition).orElse("");
        Optional<String> pairs = comparison.condition().isEmpty()
                        && measured.stream().anyMatch(VerdictTable::isNoQuotient)
                ? Optional.of("Speed is a median over pairs of forks, and can differ from the quotient of the scores")
                : Optional.empty();
        return Stream.of(mean, Optional.of(chance), pairs, comparison.sideBySide(), comparison.tooFewForks())
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the smallest change that would most likely have been found; NaN if the interval is too wide. */
    private static double detectable(CaseVerdict v) {
        return Numbers.isTooWide(v.low(), v.high()) ? Double.NaN : v.smallestChange();
    }

    /** Returns whether the speed shown differs from the quotient of the scores shown beside it. */
    private static boolean isNoQuotient(CaseVerdict v) {
        double quotient =
                v.higherIsBetter() ? v.candidateValue() / v.baselineValue() : v.baselineValue() / v.candidateValue();
        return Double.isFinite(v.ratio()) && !Numbers.change(quotient - 1).equals(Numbers.change(v.ratio() - 1));
    }

    /** Returns the name of the verdict on a case, {@code CONTROL} for an undecided control. */
    static String name(CaseVerdict verdict) {
        return verdict.isUndecidedControl() ? "CONTROL" : verdict.verdict().name();
    }

    static String word(Verdict verdict) {
        return verdict.text();
    }

    /** Returns the table of the measured cases; the headline counts the others. */
    private static String verdicts(RunComparison comparison, ConsoleStyle style) {
        List<CaseVerdict> measured = comparison.measured();
        DenseNames names =
                new DenseNames(measured.stream().map(v -> v.id().benchmark()).toList());
        TextTable table = new TextTable(style).left("Case", "Verdict");
        List<ReportColumn<CaseVerdict>> columns = ReportColumn.shown(COLUMNS, Place.CONSOLE, measured);
        ReportColumn.addTo(table, columns);
        for (CaseVerdict v : measured) {
            List<String> cells = new ArrayList<>(List.of(names.of(v.id()), name(v)));
            columns.forEach(column -> cells.add(column.format().text(column.value(v))));
            table.row(cells, COLOURS.getOrDefault(v.verdict(), Colour.NONE));
        }
        return table.render();
    }

    private static String differences(RunComparison comparison, ConsoleStyle style) {
        TextTable table = new TextTable(style).left("Environments differ", "Old", "New", "");
        comparison
                .differences()
                .forEach(d -> table.row(
                        List.of(d.name(), d.baselineValue(), d.candidateValue(), d.decisive() ? "not comparable" : ""),
                        d.decisive() ? Colour.RED : Colour.YELLOW));
        return table.render();
    }

    private static void list(StringBuilder text, ConsoleStyle style, String title, List<CaseId> cases) {
        if (!cases.isEmpty()) {
            text.append('\n').append(title).append('\n');
            cases.forEach(id -> text.append("  ").append(style.text(id.text())).append('\n'));
        }
    }
}
