// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.ExpectMaxRatio;
import io.microbench.result.CaseId;
import io.microbench.scaling.Curves;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the units of a plan: the smallest sets of cases that have to be measured on one machine.
 *
 * <p>Cases that differ only in their number of threads, mode or variant form a family: they are the rungs of one ladder or squeeze, the points
 * of one curve, share a fixture, and are compared with each other. Families with the same parameters form a unit if {@link ExpectMaxRatio}
 * compares one with the other, or {@link io.microbench.SameResult} requires equal results of both. Families with different parameters are
 * separate units: no declaration compares them.
 */
public final class CaseUnits {

    /** Links each family to another family of its unit; the first family of a unit by name is linked to itself. */
    private final Map<String, String> first = new HashMap<>();

    private CaseUnits(Collection<PlannedCase> cases) {
        for (PlannedCase planned : cases) {
            String family = family(planned.inEveryVariant());
            first.put(family, family);
        }
    }

    /**
     * Returns the units of the cases, each case in one of them, in the order of their first cases.
     *
     * @return the cases of each unit in the order of the plan, by the unit's name, which is its first family by name,
     *     such as {@code p.C.put:map=striped,threads=1}
     */
    public static Map<String, List<PlannedCase>> of(Collection<PlannedCase> cases) {
        CaseUnits units = new CaseUnits(cases);
        Map<String, String> groups = new HashMap<>();
        cases.forEach(planned -> planned.method().ifPresent(method -> {
            units.joinRatios(planned.inEveryVariant(), method);
            units.joinSameResults(planned, method, groups);
        }));
        Map<String, List<PlannedCase>> together = new LinkedHashMap<>();
        cases.forEach(planned -> together.computeIfAbsent(
                        units.first(family(planned.inEveryVariant())), none -> new ArrayList<>())
                .add(planned));
        return together;
    }

    private static String family(CaseId id) {
        return Curves.family(id).text();
    }

    private void joinRatios(CaseId id, BenchmarkMethod method) {
        for (Method each : method.methods()) {
            for (ExpectMaxRatio ratio : each.getDeclaredAnnotationsByType(ExpectMaxRatio.class)) {
                String other = family(id.withMethod(ratio.to()));
                if (first.containsKey(other)) {
                    join(family(id), other);
                }
            }
        }
    }

    private void joinSameResults(PlannedCase planned, BenchmarkMethod method, Map<String, String> groups) {
        CaseId id = planned.inEveryVariant();
        method.sameResult().ifPresent(group -> {
            String key = id.className() + '\n' + group + '\n' + id.parameters();
            join(groups.computeIfAbsent(key, none -> family(id)), family(id));
        });
    }

    private void join(String one, String other) {
        String a = first(one);
        String b = first(other);
        if (a.compareTo(b) < 0) {
            first.put(b, a);
        } else {
            first.put(a, b);
        }
    }

    private String first(String family) {
        String found = family;
        for (String next = first.get(found); next != null && !next.equals(found); next = first.get(found)) {
            found = next;
        }
        return found;
    }
}
