// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.settings.JvmVariants.JvmVariant;
import io.microbench.settings.Scheduling;
import io.microbench.settings.Scheduling.Order;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Knows which cases of a plan are one case in several variants. Where cases are measured one after the other, these get their
 * forks in turn, so that a drift of the machine falls on all variants alike.
 */
final class VariantTurns {

    /** In which order the forks of such cases run. */
    static final Scheduling IN_TURN = new Scheduling(Order.INTERLEAVED, Optional.empty());

    private final Map<CaseId, List<PlannedCase>> groups = new LinkedHashMap<>();

    /**
     * Looks for them.
     *
     * @param scheduling of the run; with a squeeze each case is decided before the next, and where cases take turns anyway
     *     there is nothing to do
     */
    VariantTurns(Scheduling scheduling, List<PlannedCase> cases) {
        if (appliesTo(scheduling)) {
            List<PlannedCase> running =
                    cases.stream().filter(one -> one.switchedOff().isEmpty()).toList();
            together(running, Function.identity()).stream()
                    .filter(group -> group.size() > 1)
                    .forEach(group -> groups.put(group.get(0).inEveryVariant(), group));
        }
    }

    static boolean appliesTo(Scheduling scheduling) {
        return scheduling.caseByCase() && scheduling.patience().isEmpty();
    }

    /** Returns the cases with those of all variants together, in the order of the first of each. */
    static <T> List<List<T>> together(List<T> cases, Function<T, PlannedCase> planned) {
        Map<Object, List<T>> together = new LinkedHashMap<>();
        for (T one : cases) {
            PlannedCase its = planned.apply(one);
            // A case without a variant stays alone, whatever it is called.
            Object key = its.variant().filter(JvmVariant::isNamed).isPresent() ? its.inEveryVariant() : new Object();
            together.computeIfAbsent(key, none -> new ArrayList<>()).add(one);
        }
        return List.copyOf(together.values());
    }

    /** Returns a case with its other variants, once; empty if there are none, or if it was requested before. */
    List<PlannedCase> take(PlannedCase asked) {
        return Optional.ofNullable(groups.remove(asked.inEveryVariant())).orElse(List.of());
    }
}
