// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Measures with several numbers of workers. */
@Tag("any-jdk")
class SnippetWorkersProcessTest {

    @TempDir
    Path folder;

    /** Expects a row for each number of workers, with the times of single calls. */
    @Tag("processes")
    @Test
    void printsThePlanAndMeasuresEachNumberOfWorkers() throws Exception {
        Outcome outcome =
                CommandProcess.measureHere("Thread.sleep(1)", "-c", "1,3", "--latency", "--format", "csv-curves");

        assertThat(outcome.err()).startsWith("Configuration:").containsPattern("Workers +1, 3\n +Estimate +160 ms = ");
        List<String> rows = outcome.out().lines().toList();
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0))
                .startsWith("class,curve,workers,rate,low,high,rate_per_worker,")
                .contains("p50_ns,");
        assertThat(rows.get(1)).startsWith("snippet,Thread.sleep(1),1,");
        assertThat(rows.get(2)).startsWith("snippet,Thread.sleep(1),3,");
        int p50 = List.of(rows.get(0).split(",", -1)).indexOf("p50_ns");
        // A call sleeps for at least a millisecond.
        assertThat(Double.parseDouble(rows.get(2).split(",", -1)[p50])).isGreaterThan(1e6);
    }

    /** Expects a curve for each of several snippets. */
    @Tag("processes")
    @Test
    void squeezesSnippetsOneAfterTheOther() throws Exception {
        Outcome outcome = CommandProcess.measureHere("Thread.sleep(1)", "Thread.sleep(2)", "-c", "squeeze:1..2");

        assertThat(outcome.err())
                .containsSubsequence(
                        "1, 2, until more bring no gain",
                        "Thread.sleep(1): 1 worker at ",
                        "Thread.sleep(1): 2 workers at ",
                        "Thread.sleep(2): 1 worker at ",
                        "Thread.sleep(2): 2 workers at ");
        assertThat(outcome.out())
                .containsPattern("(?m)^Thread.sleep\\(1\\): best with .*; the highest rung is measured\\.$")
                .containsPattern("(?m)^Thread.sleep\\(2\\): best with .*; the highest rung is measured\\.$");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
    void reportsTheBestOfAStoppedSqueeze() throws Exception {
        try (CommandProcess command = CommandProcess.start(
                folder,
                List.of(),
                "if (Thread.activeCount() > 2 && Thread.currentThread().getName().contains(\"worker-2\"))"
                        + " new File(\"two\").createNewFile(); Thread.sleep(1)",
                "--label",
                "nap",
                "-c",
                "squeeze:1..100,patience=100",
                "-s",
                "1",
                "-d",
                "100ms",
                "-w",
                "0")) {
            CommandProcess.await(
                    "two workers", () -> Optional.of(folder.resolve("two")).filter(Files::exists));
            command.process().destroy();
            Outcome outcome = command.await();

            assertThat(outcome.err()).contains("nap: 1 worker at ").contains("Interrupted: these are the results ");
            assertThat(outcome.out()).contains("nap: best with ").contains("; it was stopped.");
        }
    }
}
