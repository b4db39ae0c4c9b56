// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.conditions.Readiness;
import io.microbench.result.CaseId;
import io.microbench.text.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Collects the selected cases that will not run, by their reasons. */
final class LeftOut {

    private static final int SHOWN = 3;

    private final Map<String, Set<CaseId>> byReason = new LinkedHashMap<>();
    private final List<HostCases.BrokenCase> broken = new ArrayList<>();

    /** Records a case if the verdict on it, or on its class, prevents its run; the first such verdict counts. */
    void look(CaseId id, Readiness.Verdict verdict) {
        if (byReason.values().stream().anyMatch(ids -> ids.contains(id))) {
            return;
        }
        if (verdict instanceof Readiness.Off off) {
            add("switched off: " + off.reason(), id);
        } else if (verdict instanceof Readiness.Broken its) {
            add("cannot run: " + its.cause(), id);
            broken.add(new HostCases.BrokenCase(id, its.cause().toString()));
        }
    }

    private void add(String reason, CaseId id) {
        byReason.computeIfAbsent(reason, r -> new LinkedHashSet<>()).add(id);
    }

    /** Returns the cases that should run, but cannot. */
    List<HostCases.BrokenCase> broken() {
        return List.copyOf(broken);
    }

    /** Returns a sentence with the number of the cases, their names and the reasons; empty if all cases run. */
    Optional<String> message() {
        if (byReason.isEmpty()) {
            return Optional.empty();
        }
        int count = byReason.values().stream().mapToInt(Set::size).sum();
        List<String> reasons = new ArrayList<>();
        byReason.forEach((reason, ids) -> reasons.add(names(ids) + " (" + reason + ")"));
        return Optional.of(Counted.of(count, "chosen case is", "chosen cases are") + " not measured: "
                + String.join("; ", reasons) + ".");
    }

    private static String names(Set<CaseId> ids) {
        return Counted.first(SHOWN, ids.stream().map(CaseId::text).toList());
    }
}
