// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.CountedRate;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks with more threads than processors, and with one thread. */
@Tag("processes")
@Timeout(300)
class CountedRateForkTest {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    @TempDir
    Path folder;

    @Test
    void isReportedForMoreThreadsThanProcessors() {
        PlannedCase many = TestPlans.of(CountingFixture.class, "count")
                .threads(2 * PROCESSORS)
                .planned();
        PlannedCase one = TestPlans.of(CountingFixture.class, "count").planned();
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, many, one))) {
            assertThat(Double.parseDouble(fork(run.run(many).result()).echo().get(CountedRate.FACT)))
                    .isPositive();
            assertThat(fork(run.run(one).result()).echo()).doesNotContainKey(CountedRate.FACT);
        }
    }

    private static ForkResult fork(CaseResult result) {
        assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
        return result.forks().get(0);
    }
}
