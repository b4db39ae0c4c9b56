/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.IterationPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Plans for tests: tiny iterations of fixtures. */
final class TestPlans {

    private TestPlans() {}

    static PlannedCase tiny(Class<?> fixture, String method, int forks, String... jvmArgs) {
        return planned(fixture, method, forks, Duration.ofMinutes(1), jvmArgs);
    }

    static PlannedCase planned(Class<?> fixture, String method, int forks, Duration timeout, String... jvmArgs) {
        CaseId id = new CaseId(fixture.getName().replace('$', '.'), method, new TreeMap<>(), 1, Optional.empty());
        CasePlan plan = new CasePlan(
                "thrpt",
                "MILLISECONDS",
                1,
                forks,
                0,
                new IterationPlan(1, Duration.ofMillis(20), 1),
                new IterationPlan(2, Duration.ofMillis(20), 1),
                1,
                timeout,
                false,
                Optional.empty(),
                List.of(jvmArgs),
                List.of("gc"));
        return new PlannedCase(id, fixture, plan);
    }

    static Plan plan(Path output, PlannedCase... cases) {
        return new Plan(List.of(cases), List.of(), output, Optional.empty(), true, Duration.ofMinutes(10), 42);
    }
}
