/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.function.Function;

/**
 * A column of the tables of verdicts, behind those that name a case and its verdict.
 *
 * @param label its heading
 * @param kind what it holds
 * @param text the cell of a verdict
 */
record VerdictColumn(String label, Kind kind, Function<CaseVerdict, String> text) {

    /** What a column holds; numbers and units stand on the right of a console. */
    enum Kind {
        NUMBER,
        UNIT,
        NOTE
    }

    /** All of them, for console and Markdown; a new column is an entry here. */
    static final List<VerdictColumn> ALL = List.of(
            number("Baseline", verdict -> Numbers.score(verdict.oldValue())),
            number("Candidate", verdict -> Numbers.score(verdict.newValue())),
            new VerdictColumn("Units", Kind.UNIT, CaseVerdict::unit),
            number("Speed", verdict -> Numbers.change(verdict.ratio() - 1)),
            number("Interval", VerdictColumn::interval),
            number("p", verdict -> Numbers.probability(verdict.p())),
            number("Sees", verdict -> Numbers.percent(verdict.smallestChange())),
            number("Forks", verdict -> verdict.oldForks() + "/" + verdict.newForks()),
            new VerdictColumn("Remarks", Kind.NOTE, CaseVerdict::remarks));

    private static VerdictColumn number(String label, Function<CaseVerdict, String> text) {
        return new VerdictColumn(label, Kind.NUMBER, text);
    }

    private static String interval(CaseVerdict verdict) {
        return "[" + Numbers.change(verdict.low() - 1) + ", " + Numbers.change(verdict.high() - 1) + "]";
    }
}
