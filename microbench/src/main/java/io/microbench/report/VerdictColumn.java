// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.report.CaseColumn.Value;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.function.Function;

/**
 * A column of the tables of verdicts, after those that name a case and its verdict.
 *
 * @param names the name of each of its values in the page's data
 * @param title its meaning, as a sentence shown on the page
 * @param format how its values are written
 * @param inPage whether the page's table has it; the details of a case have all values
 * @param values returns the values of a verdict: a text, or numbers, NaN if unknown
 */
record VerdictColumn(
        List<String> names,
        String label,
        String title,
        Format format,
        boolean inPage,
        Function<CaseVerdict, Value> values) {

    /** How values are written; {@code columns.js} has the same list. */
    enum Format {
        UNIT,
        NOTE,
        SCORE,
        /** A ratio, written as a change. */
        CHANGE,
        /** The two ends of the interval of a ratio; the page draws it. */
        INTERVAL,
        PROBABILITY,
        PERCENT,
        /** A number of each side. */
        COUNTS;

        boolean isNumber() {
            return this != UNIT && this != NOTE;
        }
    }

    private static final VerdictColumn NODE =
            of("node", "Node", Format.NOTE, verdict -> Value.of(verdict.node().orElse("")));

    /** All of them, for console, Markdown and the page; a new column is an entry here. */
    static final List<VerdictColumn> ALL = List.of(
            of("baseline", "Baseline", Format.SCORE, verdict -> Value.of(verdict.baselineValue())),
            of("candidate", "Candidate", Format.SCORE, verdict -> Value.of(verdict.candidateValue())),
            of("unit", "Units", Format.UNIT, verdict -> Value.of(verdict.unit())),
            of("ratio", "Speed", Format.CHANGE, verdict -> Value.of(verdict.ratio()))
                    .inPage("change of speed against the baseline; above 0 the candidate is faster"),
            of("low high", "Interval", Format.INTERVAL, verdict -> Value.of(verdict.low(), verdict.high()))
                    .inPage("the change with its interval"),
            of("p", "p", Format.PROBABILITY, verdict -> Value.of(verdict.p())).inPage(""),
            of("sees", "Sees", Format.PERCENT, verdict -> Value.of(verdict.smallestChange())),
            of("baselineForks candidateForks", "Forks", Format.COUNTS, VerdictColumn::forks),
            NODE,
            of("remarks", "Remarks", Format.NOTE, verdict -> Value.of(verdict.remarks())));

    /** Returns the columns of a table of the given verdicts: nodes only if there are any. */
    static List<VerdictColumn> of(List<CaseVerdict> verdicts) {
        boolean nodes = verdicts.stream().anyMatch(verdict -> verdict.node().isPresent());
        return ALL.stream().filter(column -> nodes || !column.equals(NODE)).toList();
    }

    private static VerdictColumn of(String names, String label, Format format, Function<CaseVerdict, Value> values) {
        return new VerdictColumn(List.of(names.split(" ")), label, "", format, false, values);
    }

    private VerdictColumn inPage(String sentence) {
        return new VerdictColumn(names, label, sentence, format, true, values);
    }

    private static Value forks(CaseVerdict verdict) {
        return Value.of(verdict.baselineForks(), verdict.candidateForks());
    }

    Value value(CaseVerdict verdict) {
        return values.apply(verdict);
    }

    String text(CaseVerdict verdict) {
        Value value = value(verdict);
        return switch (format) {
            case UNIT, NOTE -> value.text();
            case SCORE -> Numbers.score(value.first());
            case CHANGE -> Numbers.change(value.first() - 1);
            case INTERVAL -> "[" + Numbers.change(value.first() - 1) + ", " + Numbers.change(value.second() - 1) + "]";
            case PROBABILITY -> Numbers.probability(value.first());
            case PERCENT -> Numbers.percent(value.first());
            case COUNTS -> Numbers.fixed(value.first(), 0) + "/" + Numbers.fixed(value.second(), 0);
        };
    }
}
