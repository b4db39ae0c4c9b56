// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.IterationSigns.Stops;
import io.microbench.result.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks that stop all their threads continually, like a bad profiler. */
@Tag("any-jdk")
class StopsForkTest {

    @TempDir
    Path folder;

    private List<Optional<IterationSigns>> signs(String... jvmArgs) {
        PlannedCase planned = TestPlans.tiny(StoppingFixture.class, "dump", 1, jvmArgs);
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, planned))) {
            CaseResult result = run.run(planned).result();
            run.finish();
            assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(RunReader.read(run.folder()).cases()).containsExactly(result);
            return result.forks().get(0).iterations().stream()
                    .map(IterationResult::signs)
                    .toList();
        }
    }

    @Test
    void countsEachStopAndItsTime() {
        assertThat(signs()).hasSize(3).allSatisfy(one -> {
            Stops stops = one.orElseThrow().stops().orElseThrow();
            assertThat(stops.count()).isPositive();
            assertThat(stops.seconds()).isPositive();
        });
    }

    @Test
    void measuresJvmWithoutCounters() {
        assertThat(signs("-XX:-UsePerfData"))
                .hasSize(3)
                .allSatisfy(one -> assertThat(one.orElseThrow().stops()).isEmpty());
    }
}
