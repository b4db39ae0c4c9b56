// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseResult;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The methods of a suite that were measured in one setting: with the same parameters, threads and mode.
 *
 * @param setting what distinguishes it from other settings of the suite, {@code size=1024}; empty if there is only one
 * @param methods the fastest by its estimate first, at least two
 * @param confidence confidence of each interval, such that all intervals of the suite hold simultaneously
 */
record Rivals(String setting, List<Method> methods, double confidence) {

    record Method(String name, Forks forks, boolean higherIsBetter) {

        static Method of(CaseResult result, boolean higherIsBetter) {
            return new Method(result.id().method(), Forks.of(result), higherIsBetter);
        }

        private double estimate() {
            return forks.value();
        }
    }

    static Rivals of(String setting, List<Method> methods, double confidence) {
        Comparator<Method> slowest = Comparator.comparingDouble(Method::estimate);
        List<Method> sorted = new ArrayList<>(methods);
        sorted.sort(methods.get(0).higherIsBetter() ? slowest.reversed() : slowest);
        return new Rivals(setting, List.copyOf(sorted), confidence);
    }

    Method fastest() {
        return methods.get(0);
    }

    List<Method> others() {
        return methods.subList(1, methods.size());
    }

    /** Returns the interval of the speed of the fastest over that of another; empty if one of them has a single fork. */
    Optional<Interval> lead(Method other) {
        return fastest().forks().haveRatios() && other.forks().haveRatios()
                ? ratio(other).interval(confidence)
                : Optional.empty();
    }

    boolean leads(Method other) {
        return lead(other).filter(speed -> speed.low() > 1).isPresent();
    }

    boolean isDecided() {
        return others().stream().allMatch(this::leads);
    }

    List<Method> open() {
        return others().stream().filter(other -> !leads(other)).toList();
    }

    /** Returns the smallest lead of the fastest, as a ratio of speeds; empty unless it leads all. */
    OptionalDouble leastLead() {
        return isDecided()
                ? others().stream()
                        .mapToDouble(other -> lead(other).orElseThrow().low())
                        .min()
                : OptionalDouble.empty();
    }

    /** Returns how many forks each of two methods would most likely need for a significant difference; empty if unknown. */
    OptionalInt forksToTell(Method other) {
        return ratio(other).forksToDecide(0, confidence);
    }

    int fewestForks(Method other) {
        ForkRatio ratio = ratio(other);
        return Math.min(ratio.baselineForks(), ratio.candidateForks());
    }

    private ForkRatio ratio(Method other) {
        return fastest().higherIsBetter()
                ? other.forks().ratioOf(fastest().forks())
                : fastest().forks().ratioOf(other.forks());
    }
}
