// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import io.microbench.result.CaseResult;
import io.microbench.result.Profile;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests profiles of snippets: output, files and record. */
@Tag("processes")
class ProfileProcessTest {

    @TempDir
    Path folder;

    @Test
    void profilesAdditionalForks() throws Exception {
        Files.createDirectory(folder.resolve("there"));
        Outcome outcome = CommandProcess.run(
                folder,
                "Integer.toString(n++)",
                "--init",
                "int n = 0",
                "--samples",
                "1",
                "--sample-duration",
                "400ms",
                "--warmup",
                "1",
                "--profile",
                "stack,jfr",
                "--profile",
                "gc",
                "--format",
                "json",
                "--output",
                "there/run.json");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        RunRecord run = RecordJson.read(Files.readString(folder.resolve("there/run.json")), RunRecord.class)
                .orElseThrow();
        CaseResult only = run.cases().get(0);
        assertThat(only.forks()).hasSize(1);
        assertThat(only.plan().profilers()).containsExactly("gc");
        List<Profile> profiles = only.profiles().orElseThrow();
        assertThat(profiles).extracting(Profile::profiler).containsExactly("stack", "jfr", "gc");
        assertThat(profiles).allSatisfy(profile -> assertThat(profile.failure()).isEmpty());
        assertThat(profiles.get(0).files()).containsExactly("microbench-profile/Integer.toString-n.stack.txt");
        assertThat(profiles.get(1).files()).startsWith("microbench-profile/Integer.toString-n.jfr");
        assertThat(profiles.get(2).metrics()).containsKey("gc.alloc.rate.norm");
        assertThat(profiles.stream().flatMap(profile -> profile.files().stream()))
                .allSatisfy(file ->
                        assertThat(folder.resolve("there").resolve(file)).isNotEmptyFile());
        assertThat(outcome.err())
                .contains(
                        "Integer.toString(n++), stack\n", "Integer.toString(n++), jfr, ", "Integer.toString(n++), gc\n")
                .contains("Recording of \"Integer.toString(n++)\": ");
    }

    @Test
    void reportsAnUnavailableProfilerFirst() throws Exception {
        Outcome outcome = CommandProcess.run(folder, "1 + 1", "--profile", "dtraceasm,jfr");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("microbench: --profile dtraceasm: it does not work here: ");
        assertThat(folder.resolve("microbench-profile")).doesNotExist();
    }
}
