// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseSummary.ExecutedCode;
import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.result.Mode;
import io.microbench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Builds the summary of a synthetic case, or a modified copy of a summary. */
public final class CaseSummaryBuilder {

    private final String id;
    private Mode mode = Mode.AVERAGE_TIME;
    private String unit = "ns/op";
    private double value;
    private Optional<Interval> interval = Optional.empty();
    private OptionalDouble allocatedBytes = OptionalDouble.empty();
    private List<Double> forkValues;
    private ForkSetup setup = new ForkSetup("VM", List.of(), "compiler", List.of());
    private OptionalDouble starvedShare = OptionalDouble.empty();
    private Optional<ExecutedCode> code = Optional.empty();

    private CaseSummaryBuilder(String id, double value, List<Double> forkValues) {
        this.id = id;
        this.value = value;
        this.forkValues = forkValues;
    }

    /** Creates a builder with one fork in nanoseconds. */
    public static CaseSummaryBuilder of(String id, double nanos) {
        return new CaseSummaryBuilder(id, nanos, List.of(nanos));
    }

    public static CaseSummaryBuilder of(CaseSummary from) {
        return new CaseSummaryBuilder(from.id(), from.value(), from.forkValues())
                .unit(from.mode(), from.unit())
                .interval(from.interval())
                .allocatedBytes(from.allocatedBytes())
                .setup(from.setup())
                .starved(from.starvedShare())
                .code(from.code());
    }

    public CaseSummaryBuilder unit(Mode newMode, String newUnit) {
        mode = newMode;
        unit = newUnit;
        return this;
    }

    public CaseSummaryBuilder value(double newValue) {
        value = newValue;
        return this;
    }

    public CaseSummaryBuilder interval(Optional<Interval> newInterval) {
        interval = newInterval;
        return this;
    }

    /** Sets an interval of 99 %. */
    public CaseSummaryBuilder interval(double low, double high) {
        return interval(Optional.of(new Interval(low, high, 0.99)));
    }

    public CaseSummaryBuilder allocatedBytes(OptionalDouble bytes) {
        allocatedBytes = bytes;
        return this;
    }

    public CaseSummaryBuilder forks(double... values) {
        forkValues = Arrays.stream(values).boxed().toList();
        return this;
    }

    public CaseSummaryBuilder setup(ForkSetup newSetup) {
        setup = newSetup;
        return this;
    }

    public CaseSummaryBuilder starved(OptionalDouble share) {
        starvedShare = share;
        return this;
    }

    public CaseSummaryBuilder starved(double share) {
        return starved(OptionalDouble.of(share));
    }

    public CaseSummaryBuilder code(Optional<ExecutedCode> newCode) {
        code = newCode;
        return this;
    }

    public CaseSummary build() {
        return new CaseSummary(id, mode, unit, value, interval, allocatedBytes, forkValues, setup, starvedShare, code);
    }
}
