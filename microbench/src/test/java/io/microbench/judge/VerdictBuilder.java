// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.result.CaseId;
import io.microbench.stats.Interval;
import java.util.Optional;
import java.util.OptionalInt;

/** Creates verdicts for tests that set only some of their values. */
public final class VerdictBuilder {

    private final CaseVerdict from;
    private double baselineValue;
    private double candidateValue;
    private String unit;
    private boolean higherIsBetter;
    private double ratio;
    private double low;
    private double high;
    private double p;
    private double smallestChange;
    private int baselineForks;
    private int candidateForks;
    private OptionalInt moreForks;
    private Optional<AllocationVerdict> allocation;
    private String note;
    private Optional<Interval> baselineInterval;
    private Optional<RuledOut> ruledOut;

    private VerdictBuilder(CaseVerdict from) {
        this.from = from;
        baselineValue = from.baselineValue();
        candidateValue = from.candidateValue();
        unit = from.unit();
        higherIsBetter = from.higherIsBetter();
        ratio = from.ratio();
        low = from.low();
        high = from.high();
        p = from.p();
        smallestChange = from.smallestChange();
        baselineForks = from.baselineForks();
        candidateForks = from.candidateForks();
        moreForks = from.moreForks();
        allocation = from.allocation();
        note = from.note();
        baselineInterval = from.baselineInterval();
        ruledOut = from.ruledOut();
    }

    /** Creates a builder of a verdict without numbers. */
    public static VerdictBuilder of(CaseId id, Verdict verdict) {
        return of(new CaseVerdict(
                id,
                verdict,
                Double.NaN,
                Double.NaN,
                "",
                false,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                0,
                0,
                OptionalInt.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty()));
    }

    /** Creates a builder with the values of a verdict. */
    public static VerdictBuilder of(CaseVerdict verdict) {
        return new VerdictBuilder(verdict);
    }

    public VerdictBuilder baselineValue(double value) {
        baselineValue = value;
        return this;
    }

    public VerdictBuilder candidateValue(double value) {
        candidateValue = value;
        return this;
    }

    public VerdictBuilder unit(String value) {
        unit = value;
        return this;
    }

    public VerdictBuilder higherIsBetter(boolean value) {
        higherIsBetter = value;
        return this;
    }

    public VerdictBuilder ratio(double value) {
        ratio = value;
        return this;
    }

    public VerdictBuilder low(double value) {
        low = value;
        return this;
    }

    public VerdictBuilder high(double value) {
        high = value;
        return this;
    }

    public VerdictBuilder p(double value) {
        p = value;
        return this;
    }

    public VerdictBuilder smallestChange(double value) {
        smallestChange = value;
        return this;
    }

    public VerdictBuilder baselineForks(int value) {
        baselineForks = value;
        return this;
    }

    public VerdictBuilder candidateForks(int value) {
        candidateForks = value;
        return this;
    }

    public VerdictBuilder moreForks(OptionalInt value) {
        moreForks = value;
        return this;
    }

    public VerdictBuilder allocation(Optional<AllocationVerdict> value) {
        allocation = value;
        return this;
    }

    public VerdictBuilder note(String value) {
        note = value;
        return this;
    }

    public VerdictBuilder baselineInterval(Optional<Interval> value) {
        baselineInterval = value;
        return this;
    }

    public VerdictBuilder ruledOut(Optional<RuledOut> value) {
        ruledOut = value;
        return this;
    }

    public CaseVerdict build() {
        return new CaseVerdict(
                from.id(),
                from.verdict(),
                baselineValue,
                candidateValue,
                unit,
                higherIsBetter,
                ratio,
                low,
                high,
                p,
                smallestChange,
                baselineForks,
                candidateForks,
                moreForks,
                allocation,
                note,
                baselineInterval,
                from.node(),
                from.rerunForks(),
                ruledOut,
                from.state());
    }
}
