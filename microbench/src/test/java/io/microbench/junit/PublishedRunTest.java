// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.junit.SuiteProfiles.RequestedProfilers;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.result.RunRecord;
import io.microbench.run.TestPlans;
import io.microbench.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedRunTest {

    @TempDir
    Path folder;

    @Test
    void printsTableIfRecordCannotBeWritten() {
        List<PlannedCase> cases =
                List.of(TestPlans.of(JudgedFixture.class, "plain").planned());
        Plan plan = new Planner(Settings.resolve(List.of())).plan(cases);
        SuiteProfilesTest.RecordedRun full = new SuiteProfilesTest.RecordedRun(folder, cases) {
            @Override
            public RunRecord finish() {
                throw new UncheckedIOException("Cannot write run.json", new IOException("No space left on device"));
            }
        };
        full.done(0);
        PublishedRun run = new PublishedRun(
                full,
                plan,
                Judgement.of(plan),
                RunHistory.of(plan.judging(), line -> {}),
                new SuiteProfiles(full, new RequestedProfilers(List.of()), line -> {}));

        String printed = Printed.by(() -> assertThatThrownBy(run::close).hasMessage("Cannot write run.json"));

        assertThat(printed).contains("JudgedFixture.plain", "ops/s");
    }
}
