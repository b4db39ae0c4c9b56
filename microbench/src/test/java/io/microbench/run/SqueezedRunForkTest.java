// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs squeezes with real forks. */
@Tag("processes")
class SqueezedRunForkTest {

    @TempDir
    Path output;

    private String console = "";

    private RunRecord run(String method, Integer... threads) {
        PlannedCase[] cases = Stream.of(threads)
                .map(count -> TestPlans.of(CrowdedFixture.class, method)
                        .threads(count)
                        .planned())
                .toArray(PlannedCase[]::new);
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.squeezed(output, 1, cases))) {
            for (PlannedCase planned : cases) {
                if (run.notReached(planned).isEmpty()) {
                    run.run(planned);
                }
            }
            RunRecord record = run.finish();
            assertThat(RunReader.read(run.folder())).isEqualTo(record);
            return record;
        } finally {
            System.setOut(before);
            console = printed.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void skipsRungsAfterEndAndReportsBest() {
        List<CaseResult> cases = run("work", 1, 2, 4, 8).cases();

        assertThat(cases)
                .extracting(CaseResult::status)
                .containsExactly(Status.DONE, Status.DONE, Status.SKIPPED, Status.SKIPPED);
        assertThat(cases.get(3).reason())
                .startsWith("the squeeze ended before it reached this number of threads: best with 1 worker at ")
                .endsWith("a pass (with 2 workers) brought no gain larger than noise");
        assertThat(console)
                .contains("# 4 cases, 4 forks, about 2.2 s if every squeeze reaches its highest number of threads")
                .contains("# Squeeze of io.microbench.run.CrowdedFixture.work: best with 1 worker at ");
    }

    @Test
    void endsSearchAtFailedRungKeepingBest() {
        List<CaseResult> cases = run("failing", 1, 2, 3).cases();

        assertThat(cases).extracting(CaseResult::status).containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED);
        assertThat(cases.get(2).reason())
                .contains("best with 1 worker at ")
                .contains("; 2 workers failed: java.lang.IllegalStateException: one at a time");
    }
}
