// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds the curves in the results of a run: cases that differ only in their number of threads.
 *
 * <p>In throughput mode a score is the rate of all threads. In the other modes it is the time of an operation on its thread; n threads
 * that do nothing else complete n operations in that time (Little's law).
 *
 * <p>If {@link io.microbench.result.CurvePlan} names secondary results that are rates, these are used instead: the rate of some work is not a
 * multiple of its score.
 *
 * <p>If a benchmark was measured in several modes, one that times single operations adds its percentiles to the curves of the others: with
 * {@code thrpt,sample} there is one curve, with the rates of throughput mode.
 */
public final class Curves {

    private static final double NANOS_PER_SECOND = 1e9;

    /** The largest number in the schema of a run record. */
    private static final double LARGEST_RATE = 1e100;

    private Curves() {}

    /**
     * Returns the curves, in the order of their first rungs in the results.
     *
     * @param confidence of the intervals, such as 0.99
     */
    public static List<Curve> of(Collection<CaseResult> results, double confidence) {
        Map<CaseId, Curve> curves = byFamily(results, confidence);
        Map<CaseId, String> names = names(curves.keySet());
        return curves.entrySet().stream()
                .map(entry -> entry.getValue().named(names.getOrDefault(entry.getKey(), "")))
                .toList();
    }

    /**
     * Returns the curves by family, with the mode if there is a curve for each of several, in the order of their first rungs in the
     * results. Each is named by its method and parameters.
     *
     * @param confidence of the intervals, such as 0.99
     */
    public static Map<CaseId, Curve> byFamily(Collection<CaseResult> results, double confidence) {
        Map<CaseId, List<CaseResult>> families = new LinkedHashMap<>();
        results.stream().filter(Curves::hasRate).forEach(result -> families.computeIfAbsent(
                        family(result.id()), none -> new ArrayList<>())
                .add(result));
        Map<CaseId, List<Rung>> ladders = new LinkedHashMap<>();
        families.forEach((family, its) -> addLadders(family, its, confidence, ladders));
        ladders.values().removeIf(rungs -> rungs.size() < 2);
        Map<CaseId, Curve> curves = new LinkedHashMap<>();
        ladders.forEach((family, rungs) -> curves.put(family, new Curve(family.displayName(), rungs)));
        return curves;
    }

    /** Names curves by what distinguishes them: {@code put(map=striped)}, with the class only if there are several. */
    private static Map<CaseId, String> names(Collection<CaseId> families) {
        Set<String> classes = families.stream().map(CaseId::className).collect(Collectors.toSet());
        Set<String> simple = classes.stream().map(Curves::simpleName).collect(Collectors.toCollection(HashSet::new));
        Function<CaseId, String> prefix = classes.size() < 2
                ? id -> ""
                : simple.size() == classes.size() ? id -> simpleName(id.className()) + "." : id -> id.className() + ".";
        Map<CaseId, String> names = new LinkedHashMap<>();
        families.forEach(family -> names.put(family, prefix.apply(family) + family.displayName()));
        return names;
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Returns the family of a case, common to all rungs of a ladder: the case with one thread and without a mode. */
    public static CaseId family(CaseId id) {
        return id.withThreads(1).withMode(Optional.empty());
    }

    /**
     * Returns the rung of one case; empty if it has no score.
     *
     * @param confidence of the interval, such as 0.99
     */
    public static Optional<Rung> rung(CaseResult result, double confidence) {
        return hasRate(result) ? Optional.of(rung(result, confidence, Latencies.of(result))) : Optional.empty();
    }

    private static boolean hasRate(CaseResult result) {
        return rates(result).length > 0;
    }

    /**
     * Returns the operations per second of each fork, of all its workers together. Empty if one of them is not a rate: for an operation
     * that took no time, an invalid number in a damaged record, and single calls, between which workers are idle, unless a secondary
     * result is a rate.
     */
    private static double[] rates(CaseResult result) {
        double[] rates = RateBeside.of(result).map(RateBeside::ofForks).orElseGet(() -> ofScores(result));
        return Arrays.stream(rates).allMatch(rate -> rate >= 0 && rate <= LARGEST_RATE) ? rates : new double[0];
    }

    private static double[] ofScores(CaseResult result) {
        Optional<ScoreUnit> known = result.score().flatMap(score -> ScoreUnit.parse(score.unit()));
        if (known.isEmpty() || result.plan().mode().isSingleShot()) {
            return new double[0];
        }
        ScoreUnit unit = known.get();
        int workers = result.id().threads();
        return Arrays.stream(result.forkValues())
                .map(value -> unit.higherIsBetter() ? value / unit.nanos() : workers / (value * unit.nanos()))
                .map(perNano -> perNano * NANOS_PER_SECOND)
                .toArray();
    }

    /** Adds a ladder for each mode; if some modes do not time single operations, only for these. */
    private static void addLadders(
            CaseId family, List<CaseResult> results, double confidence, Map<CaseId, List<Rung>> ladders) {
        Map<Integer, SortedMap<Double, Double>> latencies = new TreeMap<>();
        results.stream()
                .filter(result -> result.plan().mode().isSampled())
                .forEach(result -> latencies.put(result.id().threads(), Latencies.of(result)));
        Set<Mode> all = results.stream().map(result -> result.plan().mode()).collect(Collectors.toSet());
        Set<Mode> rates = all.stream().filter(mode -> !mode.isSampled()).collect(Collectors.toSet());
        Set<Mode> modes = rates.isEmpty() ? all : rates;
        for (CaseResult result : results) {
            Mode mode = result.plan().mode();
            if (modes.contains(mode)) {
                CaseId name = modes.size() == 1 ? family : family.withMode(Optional.of(mode.label()));
                SortedMap<Double, Double> own = Latencies.of(result);
                ladders.computeIfAbsent(name, none -> new ArrayList<>())
                        .add(rung(
                                result,
                                confidence,
                                latencies.getOrDefault(result.id().threads(), own)));
            }
        }
    }

    private static Rung rung(CaseResult result, double confidence, SortedMap<Double, Double> latency) {
        ForkEstimate estimate = ForkEstimate.of(rates(result));
        return new Rung(result.id().threads(), estimate.value(), estimate.interval(confidence), latency);
    }
}
