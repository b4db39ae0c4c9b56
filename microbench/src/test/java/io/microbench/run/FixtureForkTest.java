// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fixture.FixtureCases;
import io.microbench.plan.FixtureWarmup;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.FixtureRun.WarmupFork;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.run.PlanRun.CaseOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs real forks with a fixture. */
@Tag("processes")
@Timeout(300)
class FixtureForkTest {

    private static final long PATIENCE = 60;

    @TempDir
    Path folder;

    @Test
    void sharesFixtureAmongForksOfAllRungs() {
        PlannedCase one = FixtureCases.planned("sound", 1);
        PlannedCase two = FixtureCases.planned("sound", 2);
        Path path;
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, one, two))) {
            path = run.folder();
            assertThat(run.run(one)).isInstanceOf(CaseOutcome.Completed.class);
            assertThat(run.run(two)).isInstanceOf(CaseOutcome.Completed.class);
            run.finish();
        }
        RunRecord record = RunReader.read(path);
        assertThat(record.cases()).extracting(CaseResult::status).containsOnly(CaseResult.Status.DONE);
        assertThat(record.fixtures().orElseThrow()).singleElement().satisfies(fixture -> {
            assertThat(fixture.cases()).endsWith("UserFixture.sound:sleep=1000");
            assertThat(fixture.problem()).isEmpty();
        });
    }

    /** Iterations of 20 ms, five of which are warm-up. */
    @Test
    void warmsUpFixtureWithForkThatIsNotScored() {
        FixtureWarmup warmup = new FixtureWarmup(3, Duration.ofMillis(100));
        PlannedCase one = FixtureCases.warmed(FixtureCases.planned("sound", 1), warmup);
        PlannedCase two = FixtureCases.warmed(FixtureCases.planned("sound", 2), warmup);
        RunRecord record;
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, one, two))) {
            run.run(one);
            run.run(two);
            record = run.finish();
        }

        assertThat(record.cases()).allSatisfy(its -> {
            assertThat(its.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(its.forks()).singleElement().satisfies(fork -> assertThat(fork.iterations())
                    .hasSize(3));
        });
        WarmupFork fork = record.fixtures().orElseThrow().get(0).warmupFork().orElseThrow();
        assertThat(fork.threads()).isEqualTo(3);
        assertThat(fork.seconds()).isEqualTo(0.1);
        assertThat(fork.end())
                .isBetween(fork.start(), record.cases().get(0).forks().get(0).start());
    }

    /** The benchmark would wait ten minutes for an answer from its ended fixture. */
    @Test
    void endsForkOfDeadFixture() {
        PlannedCase dying = FixtureCases.planned("dying", 1);
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, dying))) {
            assertThat(run.run(dying)).isInstanceOfSatisfying(CaseOutcome.Failed.class, failed -> {
                assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.CRASHED);
                assertThat(failed.failure().message()).contains("its JVM ended while benchmarks used it");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void leavesNothingBehindWhenHostIsKilled(String signal) throws Exception {
        Sleepers sleepers = new Sleepers();
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (JavaChild host = JavaChild.start(
                FixtureHost.class, temporary, folder.toString(), Integer.toString(sleepers.seconds()))) {
            Eventually.within(PATIENCE, "the fork has begun", () -> running(host, "microbench.fork.id="));
            assertThat(running(host, "microbench.fixture=")).isTrue();
            assertThat(sleepers.alive()).hasSize(1);
            List<ProcessHandle> started = host.handle().descendants().toList();

            host.signal(signal);

            assertThat(host.awaitEnd()).isNotZero();
            Eventually.within(PATIENCE, "all has ended", () -> started.stream().allMatch(HostEndsForkTest::gone));
            assertThat(sleepers.alive()).isEmpty();
            Eventually.within(PATIENCE, "no folder is left", () -> HostEndsForkTest.names(temporary).stream()
                    .noneMatch(name -> name.startsWith("microbench-")));
        } finally {
            sleepers.end();
        }
    }

    private static boolean running(JavaChild host, String word) {
        return host.handle()
                .descendants()
                .anyMatch(child -> child.info().commandLine().orElse("").contains(word));
    }

    @Test
    void failsCaseWhoseFixtureCannotStart() {
        PlannedCase refusing = FixtureCases.planned("refusing", 1);
        try (BenchmarkRun run = BenchmarkRun.open(TestPlans.plan(folder, refusing))) {
            assertThat(run.run(refusing)).isInstanceOfSatisfying(CaseOutcome.Failed.class, failed -> assertThat(
                            failed.failure().message())
                    .contains("failed to start: java.io.IOException: the port 4711 is taken"));
            assertThat(run.finish().cases().get(0).forks()).hasSize(1);
        }
    }
}
