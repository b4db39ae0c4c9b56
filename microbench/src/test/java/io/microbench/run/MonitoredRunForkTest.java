// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import io.microbench.text.PreflightException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Monitors a real fork. */
@Tag("processes")
@Timeout(600)
class MonitoredRunForkTest {

    private static final PlannedCase BUSY = TestPlans.of(EndlessFixture.class, "working")
            .time(Duration.ofMinutes(10))
            .planned();

    @TempDir
    Path folder;

    private Plan plan(String target) {
        Map<String, String> settings = Map.of(
                "microbench.monitor",
                target,
                "microbench.output",
                folder.resolve("runs").toString());
        return new Planner(Settings.resolve(List.of(new SettingSource("test", settings)))).plan(List.of(BUSY));
    }

    @Test
    void showsSamplesOfFork() throws Exception {
        Path lines = folder.resolve("logs/monitor.txt");
        MonitorHistory.Sample seen;
        Path gauge;
        try (BenchmarkRun run = BenchmarkRun.open(plan(lines.toString()))) {
            gauge = run.folder().resolve(".gauge");
            Thread stopper = new Thread(() -> {
                try {
                    Eventually.within(
                            60,
                            "two samples",
                            () -> run.monitored()
                                            .orElseThrow()
                                            .get(Instant.EPOCH)
                                            .size()
                                    >= 2);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    run.stop();
                }
            });
            stopper.start();
            run.run(BUSY);
            stopper.join();
            List<MonitorHistory.Sample> samples = run.monitored().orElseThrow().get(Instant.EPOCH);
            assertThat(samples).hasSizeGreaterThanOrEqualTo(2);
            seen = samples.get(samples.size() - 1);
        }
        assertThat(seen.job()).isEqualTo(BUSY.id().text());
        assertThat(seen.heap()).isPositive();
        assertThat(seen.metaspace()).isPositive();
        assertThat(seen.code()).isPositive();
        assertThat(seen.threads()).isGreaterThanOrEqualTo(2);
        assertThat(Files.readAllLines(lines))
                .hasSizeGreaterThanOrEqualTo(3)
                .first()
                .asString()
                .startsWith("Time ")
                .endsWith(BUSY.id().text());
        assertThat(gauge).doesNotExist();
    }

    @Test
    void reportsUnwritableFileBeforeFirstFork() throws Exception {
        Files.createDirectory(folder.resolve("taken"));

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> BenchmarkRun.open(plan(folder.resolve("taken").toString())))
                .withMessageContaining("microbench.monitor")
                .withMessageContaining("cannot write to this file");
    }
}
