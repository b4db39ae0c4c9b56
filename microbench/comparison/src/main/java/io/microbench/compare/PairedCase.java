// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostCases.HostCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A case that exists on both sides.
 *
 * <p>The candidate's plan defines the duration, mode and unit of the measurement on both sides; otherwise the scores
 * would not be comparable. Each side has its own JVM and arguments, which may be the subject of the comparison, and its
 * own number of operations per call, which depends on the code.
 *
 * @param isControl whether the case is measured although both builds run the same code for it
 */
record PairedCase(CaseId id, CasePlan baselinePlan, CasePlan candidatePlan, boolean together, boolean isControl) {

    PairedCase(CaseId id, CasePlan baselinePlan, CasePlan candidatePlan) {
        this(id, baselinePlan, candidatePlan, false, false);
    }

    PairedCase asControl() {
        return new PairedCase(id, baselinePlan, candidatePlan, together, true);
    }

    record Cases(List<PairedCase> both, List<CaseId> onlyBaseline, List<CaseId> onlyCandidate) {}

    /**
     * Returns as many of the most important cases as can be decided within the budget, but at least one if there are
     * any. The number of forks that a verdict needs depends on the number of cases.
     *
     * @param order ids of the cases, the most important first; others come last
     */
    static List<PairedCase> within(List<PairedCase> cases, Limits limits, List<String> order) {
        List<PairedCase> sorted = new ArrayList<>(cases);
        sorted.sort(Comparator.comparingInt(each -> place(order, each)));
        int count = sorted.size();
        while (count > 1 && cost(sorted.subList(0, count), limits).compareTo(limits.budget()) > 0) {
            count--;
        }
        return List.copyOf(sorted.subList(0, count));
    }

    private static int place(List<String> order, PairedCase each) {
        int place = order.indexOf(each.id().text());
        return place < 0 ? order.size() : place;
    }

    /** Returns the expected duration of the forks that a verdict on each of the cases needs. */
    static Duration cost(List<PairedCase> cases, Limits limits) {
        return cases.stream()
                .map(PairedCase::cost)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(Math.min(limits.leastPairs(cases.size()), limits.mostForks()));
    }

    static Cases pair(HostCases baseline, HostCases candidate) {
        Map<String, HostCase> rest = new LinkedHashMap<>();
        baseline.cases().forEach(c -> rest.put(c.id().text(), c));
        List<PairedCase> both = new ArrayList<>();
        List<CaseId> onlyCandidate = new ArrayList<>();
        for (HostCase hostCase : candidate.cases()) {
            HostCase before = rest.remove(hostCase.id().text());
            if (before == null) {
                onlyCandidate.add(hostCase.id());
            } else {
                CasePlan plan = hostCase.plan();
                CasePlan ofBaseline = plan.toBuilder()
                        .jvm(before.plan().jvm())
                        .jvmArgs(before.plan().jvmArgs())
                        .operationsPerInvocation(before.plan().operationsPerInvocation())
                        .build();
                both.add(new PairedCase(hostCase.id(), ofBaseline, plan));
            }
        }
        return new Cases(both, rest.values().stream().map(HostCase::id).toList(), onlyCandidate);
    }

    CasePlan plan(Side side) {
        return side == Side.BASELINE ? baselinePlan : candidatePlan;
    }

    boolean higherIsBetter() {
        return candidatePlan.mode().higherIsBetter();
    }

    /** Returns the expected duration of a pair of forks. */
    Duration cost() {
        return candidatePlan
                .warmup()
                .total()
                .plus(candidatePlan.measurement().total())
                .plus(PlannedCase.FORK_START)
                .multipliedBy(together ? 1 : 2);
    }
}
