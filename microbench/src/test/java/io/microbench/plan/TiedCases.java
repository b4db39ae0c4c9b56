// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Creates cases of {@link TiedFixture}, in classes of any name. */
final class TiedCases {

    static final List<String> METHODS = List.of("alone", "direct", "heap", "lookup", "product", "sum");

    /** The methods that are directly linked; {@code sum} is linked to {@code lookup} only by {@code product}. */
    private static final List<Set<String>> TIED =
            List.of(Set.of("heap", "direct"), Set.of("sum", "product"), Set.of("product", "lookup"));

    private TiedCases() {}

    /** Returns a case that is measured in forks of 9.5 s, or 10 s with the start of the JVM. */
    static PlannedCase planned(String className, String method, int size, int threads, String... mode) {
        CasePlan plan = CasePlan.builder(Mode.of("avgt"))
                .threads(threads)
                .warmup(new IterationPlan(5, Duration.ofMillis(500), 1))
                .measurement(new IterationPlan(7, Duration.ofSeconds(1), 1))
                .build();
        CaseId id = new CaseId(
                className,
                method,
                new TreeMap<>(Map.of("size", Integer.toString(size))),
                threads,
                List.of(mode).stream().findFirst());
        return new PlannedCase(id, TiedFixture.class, plan);
    }

    /**
     * Returns a plan of up to 12 classes with some of the methods, each with up to two sizes and five thread counts.
     */
    static List<PlannedCase> random(RandomGenerator random) {
        List<PlannedCase> cases = new ArrayList<>();
        int classes = random.nextInt(1, 13);
        for (int i = 0; i < classes; i++) {
            for (String method : METHODS) {
                int sizes = random.nextInt(0, 3);
                int most = random.nextInt(1, 6);
                for (int size = 1; size <= sizes; size++) {
                    for (int threads = 1; threads <= most; threads++) {
                        cases.add(planned("p.C" + i, method, size, threads));
                        if (threads == 1) {
                            cases.add(planned("p.C" + i, method, size, threads, "sample"));
                        }
                    }
                }
            }
        }
        return cases;
    }

    /** Returns whether two cases must be measured on one machine. */
    static boolean tied(CaseId one, CaseId other) {
        return one.className().equals(other.className())
                && one.parameters().equals(other.parameters())
                && (one.method().equals(other.method())
                        || TIED.stream()
                                .anyMatch(group -> group.contains(one.method()) && group.contains(other.method())));
    }
}
