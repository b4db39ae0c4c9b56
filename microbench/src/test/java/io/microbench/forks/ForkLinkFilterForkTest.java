// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.run.FailingFixture;
import io.microbench.run.Intruder;
import io.microbench.run.PlanRun;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.run.TestPlans;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a real fork while another program connects to its link. */
@Timeout(600)
class ForkLinkFilterForkTest {

    @TempDir
    Path output;

    @Test
    void rejectsOtherProcessAndFailsFork() throws InterruptedException {
        int before = Intruder.READ.get();
        PlannedCase planned = TestPlans.tiny(FailingFixture.class, "works", 2);
        try (Intruder intruder = Intruder.lurking();
                PlanRun run = PlanRun.open(TestPlans.plan(output, planned))) {
            CaseOutcome outcome = run.run(planned);
            run.finish();

            assertThat(intruder.visits()).isPositive();
            assertThat(outcome).isInstanceOf(CaseOutcome.Failed.class);
            assertThat(outcome.result().reason()).contains("Another program connected to JMH's link before the fork");
            assertThat(Intruder.READ).hasValue(before);
        }
    }
}
