// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.ExpectMaxAllocation;
import io.microbench.ExpectMaxRatio;
import io.microbench.ExpectPercentile;
import io.microbench.ExpectScore;
import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkMethod;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.IterationResult;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.Numbers;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the bounds that a benchmark class declares, and validates them before the first measurement. */
public final class Bounds {

    private final Map<String, List<Bound>> byMethod = new TreeMap<>();

    private Bounds() {}

    public static Bounds of(BenchmarkClass benchmarks) {
        Bounds bounds = new Bounds();
        for (BenchmarkMethod method : benchmarks.methods()) {
            List<Bound> declared = new ArrayList<>();
            for (Method each : method.methods()) {
                read(each, benchmarks.name() + "." + each.getName(), declared);
            }
            if (!declared.isEmpty()) {
                bounds.byMethod.put(method.name(), List.copyOf(declared));
            }
        }
        return bounds;
    }

    /** Checks that the bounds match the cases of the class. */
    public void check(Collection<PlannedCase> cases) {
        Set<CaseId> ids = cases.stream().map(PlannedCase::id).collect(Collectors.toSet());
        cases.forEach(planned -> of(planned.id()).forEach(bound -> check(bound, planned, ids)));
    }

    public List<Bound> of(CaseId id) {
        return byMethod.getOrDefault(id.method(), List.of());
    }

    static CaseId reference(CaseId id, Bound.Ratio ratio) {
        return id.withMethod(ratio.to());
    }

    private static void read(Method method, String name, List<Bound> declared) {
        for (ExpectScore score : method.getDeclaredAnnotationsByType(ExpectScore.class)) {
            String where = name + ": @ExpectScore";
            declared.add(new Bound.Score(
                    positive(where, "noWorseThan", score.noWorseThan()), unit(where, score.unit(), false)));
        }
        for (ExpectPercentile percentile : method.getDeclaredAnnotationsByType(ExpectPercentile.class)) {
            String where = name + ": @ExpectPercentile";
            declared.add(new Bound.Percentile(
                    percentile(where, percentile.percentile()),
                    positive(where, "noWorseThan", percentile.noWorseThan()),
                    unit(where, percentile.unit(), true)));
        }
        for (ExpectMaxAllocation allocation : method.getDeclaredAnnotationsByType(ExpectMaxAllocation.class)) {
            if (!(allocation.value() >= 0 && allocation.value() < Double.POSITIVE_INFINITY)) {
                throw new ConfigurationException(name + ": @ExpectMaxAllocation(" + allocation.value()
                        + "): expected a number of bytes per operation, 0 or more");
            }
            declared.add(new Bound.Allocation(allocation.value()));
        }
        for (ExpectMaxRatio ratio : method.getDeclaredAnnotationsByType(ExpectMaxRatio.class)) {
            declared.add(new Bound.Ratio(ratio.to(), positive(name + ": @ExpectMaxRatio", "value", ratio.value())));
        }
    }

    private static double positive(String where, String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new ConfigurationException(where + " with " + what + " = " + value + ": expected a number above 0");
        }
        return value;
    }

    private static double percentile(String where, double value) {
        if (!IterationResult.PERCENTILES.contains(value)) {
            throw new ConfigurationException(where + " with percentile = " + value + ": expected one of "
                    + IterationResult.PERCENTILES.stream().map(Numbers::plain).collect(Collectors.joining(", ")));
        }
        return value;
    }

    private static ScoreUnit unit(String where, String unit, boolean time) {
        Optional<ScoreUnit> parsed = ScoreUnit.parse(unit).filter(u -> !time || !u.higherIsBetter());
        return parsed.orElseThrow(() -> new ConfigurationException(where + " with unit = " + unit + ": expected "
                + (time ? "" : "ops/<time> or ")
                + "<time>/op with the time one of ns, us, ms, s, min, hr, day"));
    }

    private static void check(Bound bound, PlannedCase planned, Set<CaseId> ids) {
        CaseId id = planned.id();
        Mode mode = planned.plan().mode();
        // If the id has a mode, the class has several modes or the command line sets the mode, so the bound may be
        // valid.
        if (id.mode().isEmpty() && !bound.concerns(mode)) {
            throw new ConfigurationException(id.benchmark() + " is expected to be " + bound.text()
                    + ", which does not match its mode, " + mode + ". Change the unit of the bound, or @BenchmarkMode");
        }
        if (bound instanceof Bound.Ratio ratio && !ids.contains(reference(id, ratio))) {
            throw new ConfigurationException(noReference(id, ratio, ids));
        }
    }

    private static String noReference(CaseId id, Bound.Ratio ratio, Set<CaseId> ids) {
        Set<String> methods = ids.stream().map(CaseId::method).collect(Collectors.toCollection(TreeSet::new));
        return id.benchmark() + " is expected to take " + ratio.text() + ", but there is no case "
                + reference(id, ratio).text() + "; the class has the benchmarks " + String.join(", ", methods);
    }

    /** A bound on a result of a benchmark. */
    public sealed interface Bound {

        /** Returns whether the bound applies to a mode. */
        default boolean concerns(Mode mode) {
            return true;
        }

        String text();

        /** The score must be no worse than the limit. */
        record Score(double limit, ScoreUnit unit) implements Bound {

            @Override
            public boolean concerns(Mode mode) {
                return unit.higherIsBetter() == mode.higherIsBetter();
            }

            @Override
            public String text() {
                return "no worse than " + Numbers.plain(limit) + " " + unit;
            }
        }

        /** A percentile of the operation times must be no worse than the limit. */
        record Percentile(double percentile, double limit, ScoreUnit unit) implements Bound {

            @Override
            public boolean concerns(Mode mode) {
                return mode.isSampled();
            }

            @Override
            public String text() {
                return "p" + Numbers.plain(percentile) + " no worse than " + Numbers.plain(limit) + " " + unit;
            }
        }

        /** The bytes allocated per operation must be at most the limit. */
        record Allocation(double limit) implements Bound {

            @Override
            public String text() {
                return "at most " + Numbers.plain(limit) + " B/op";
            }
        }

        /** The time of an operation must be at most that of another benchmark, multiplied by the limit. */
        record Ratio(String to, double limit) implements Bound {

            @Override
            public String text() {
                return "at most " + Numbers.plain(limit) + " times the time of " + to;
            }
        }
    }
}
