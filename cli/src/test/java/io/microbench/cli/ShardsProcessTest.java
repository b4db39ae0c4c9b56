/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A suite measured in shards by the real command, and merged. */
class ShardsProcessTest {

    @TempDir
    Path folder;

    private CommandProcess.Outcome outcome(String... arguments) throws Exception {
        try (CommandProcess command = CommandProcess.start(folder, List.of(), arguments)) {
            return command.await();
        }
    }

    private void run(String output, String... more) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", CommandProcess.fixtures(), "PartsFixture"));
        all.addAll(List.of("--forks", "1", "--warmup-iterations", "0", "--measure-iterations", "1"));
        all.addAll(List.of("--measurement-time", "10ms", "-Djmh.ignoreLock=true", "--output", output));
        all.addAll(List.of(more));
        CommandProcess.Outcome outcome = outcome(all.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.err()).isZero();
    }

    private static List<CaseId> measured(RunRecord run) {
        assertThat(run.cases()).allMatch(result -> result.status() == CaseResult.Status.DONE);
        return run.cases().stream().map(CaseResult::id).toList();
    }

    private List<Path> runs(String output) throws IOException {
        Path parent = folder.resolve(output);
        if (!Files.exists(parent)) {
            return List.of();
        }
        try (Stream<Path> made = Files.list(parent)) {
            return made.toList();
        }
    }

    @Test
    @Tag("processes")
    void threeShardsMergedHaveTheCasesOfTheWholeRun() throws Exception {
        run("whole");
        List<String> merge = new ArrayList<>(List.of("merge", "--output", "merged"));
        for (int number = 1; number <= 3; number++) {
            run("shard" + number, "--shard", number + "/3");
            runs("shard" + number).forEach(made -> merge.add(made.toString()));
        }
        CommandProcess.Outcome merged = outcome(merge.toArray(String[]::new));

        assertThat(merged.status()).as(merged.err()).isZero();
        assertThat(measured(RunReader.readSound(folder.resolve("merged"))))
                .hasSize(5)
                .containsExactlyInAnyOrderElementsOf(
                        measured(RunReader.readSound(runs("whole").get(0))));
    }
}
