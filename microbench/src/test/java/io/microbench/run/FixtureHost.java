// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.fixture.FixtureCases;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan.IterationPlan;
import java.nio.file.Path;
import java.time.Duration;

/** A host whose fork runs longer than any test, with a fixture that started a process. */
final class FixtureHost {

    private FixtureHost() {}

    public static void main(String[] arguments) {
        PlannedCase parent = FixtureCases.planned("parent", 1, Integer.parseInt(arguments[1]));
        PlannedCase busy = parent.with(parent.plan().toBuilder()
                .measurement(new IterationPlan(1, Duration.ofMinutes(10), 1))
                .build());
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(Path.of(arguments[0]), busy))) {
            run.run(busy);
        }
    }
}
