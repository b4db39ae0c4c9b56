// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.plan.BenchmarkClass;
import io.microbench.plan.BenchmarkInstance;
import io.microbench.plan.CaseResolver;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks whose benchmark fails on threads of the other kind. */
class ThreadKindForkTest {

    @TempDir
    Path output;

    private CaseOutcome run(String kind, String method) throws Throwable {
        Settings settings = Settings.resolve(List.of(new SettingSource(
                "test",
                Map.of(
                        "microbench.threadKind", kind,
                        "microbench.threads", "2",
                        "forks", "1",
                        "warmupIterations", "0",
                        "measureIterations", "1",
                        "microbench.measurementTime", "20ms"))));
        assertThat(settings.problems()).isEmpty();
        PlannedCase planned = new CaseResolver(settings)
                .cases(BenchmarkClass.of(ThreadKindFixture.class)).stream()
                        .filter(one -> one.id().method().equals(method))
                        .findFirst()
                        .orElseThrow();
        PlannedCase complete = new Planner(settings).complete(planned, BenchmarkInstance.of(ThreadKindFixture.class));
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(output, complete))) {
            return run.run(complete);
        }
    }

    @Test
    void runsPlatformThreads() throws Throwable {
        assertThat(run("platform", "onPlatformThreads")).isInstanceOf(CaseOutcome.Completed.class);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void runsVirtualThreads() throws Throwable {
        CaseOutcome outcome = run("virtual", "onVirtualThreads");

        assertThat(outcome).isInstanceOf(CaseOutcome.Completed.class);
        assertThat(outcome.result().plan().jvmArgs()).contains("-Djmh.executor=VIRTUAL");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void rejectsVirtualThreadsOnOldJdkBeforeFirstFork() {
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> run("virtual", "onVirtualThreads"))
                .withMessageContaining("need JDK 21 or newer");
    }
}
