// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkInstance;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.OptionsFixtures;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.result.CaseResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks of classes that change JMH's options. */
@Tag("processes")
class RequestedOptionsForkTest {

    @TempDir
    Path output;

    private List<CaseResult> run(Class<?> fixture, String method) throws Throwable {
        Settings settings = Settings.resolve(List.of());
        BenchmarkInstance host = BenchmarkInstance.of(fixture);
        List<PlannedCase> planned = new ArrayList<>();
        for (PlannedCase one : new CaseResolver(settings).cases(BenchmarkClass.of(fixture))) {
            if (one.id().method().equals(method)) {
                planned.add(new Planner(settings).complete(one, host));
            }
        }
        List<CaseResult> results = new ArrayList<>();
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(output, planned.toArray(PlannedCase[]::new)))) {
            for (PlannedCase one : planned) {
                CaseOutcome outcome = run.run(one);
                assertThat(outcome).isInstanceOf(CaseOutcome.Completed.class);
                results.add(outcome.result());
            }
        }
        return results;
    }

    @Test
    void countsCollectionsOnceIfClassRequestsDefaultProfiler() throws Throwable {
        CaseResult result =
                run(OptionsFixtures.ProfilerByClass.class, "collect").get(0);

        assertThat(result.forks().get(0).iterations()).hasSize(2).allSatisfy(iteration -> assertThat(
                        iteration.secondary().get("gc.count"))
                .isNotNull()
                .satisfies(count -> assertThat(count.score()).isEqualTo(1)));
    }

    @Test
    void measuresRequestedValuesAsSeparateCases() throws Throwable {
        List<CaseResult> results = run(OptionsFixtures.Cases.class, "work");

        assertThat(results)
                .extracting(result -> result.id().variant())
                .containsExactly("size=7,threads=2", "size=9,threads=2");
        assertThat(results)
                .allSatisfy(result -> assertThat(result.forks().get(0).iterations())
                        .extracting(IterationResult::phase)
                        .containsExactly(Phase.WARMUP, Phase.MEASUREMENT, Phase.MEASUREMENT, Phase.MEASUREMENT));
    }
}
