// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.microbench.cli.CommandProcess.Outcome;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.settings.InstalledJdks;
import io.microbench.settings.InstalledJdks.Jdk;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures snippets in several JVMs with the command. */
@Tag("processes")
class SnippetVariantsProcessTest {

    @TempDir
    Path folder;

    private static List<ForkResult> forks(RunRecord run) {
        return run.cases().stream()
                .map(CaseResult::forks)
                .flatMap(List::stream)
                .sorted(Comparator.comparing(ForkResult::start))
                .toList();
    }

    @Test
    void interleavesAndRecordsVariants() throws Exception {
        Outcome outcome = CommandProcess.runHere(
                "Integer.getInteger(\"number\", 1)",
                "--label=number",
                "--variant=plain=",
                "--variant=seven=-Dnumber=7",
                "--samples=2",
                "--forks=2",
                "--sample-duration=20ms",
                "--warmup=1",
                "--format=json",
                "--output=" + folder.resolve("run.json"));

        assertThat(outcome.status()).as(outcome.err()).isZero();
        RunRecord run = RunReader.read(folder);
        assertThat(run.cases())
                .extracting(one -> one.id().text())
                .containsExactly("snippet.number @ plain:threads=1", "snippet.number @ seven:threads=1");
        assertThat(forks(run))
                .extracting(fork -> fork.jvmArgs().contains("-Dnumber=7"))
                .containsExactly(false, true, false, true);
    }

    @Test
    void comparesASavedRunWithEqualArgumentsOnly() throws Exception {
        Outcome saved = CommandProcess.measure(folder, "1 + 1", "--label=sum", "--save-baseline=before");
        assertThat(saved.status()).as(saved.err()).isZero();
        assertThat(saved.lines()).contains("# Saved as a baseline: " + Path.of("microbench-baselines", "before.json"));

        // A single fork is never judged, but after a large slowdown the command exits with 2.
        Outcome compared = CommandProcess.measure(
                folder, "1 + 1", "--label=sum", "--baseline=before", "-Dmicrobench.forceComparison=true");
        assertThat(compared.status()).as(compared.err()).isIn(ExitCode.FINE, ExitCode.USAGE);
        assertThat(compared.out()).startsWith("Snippet ").contains("\n1 undecided\n", "Baseline: before, candidate: ");

        Outcome refused = CommandProcess.measure(
                folder, "1 + 1", "--label=sum", "--baseline=before", "--jvm-arg=-Da=b", "--format=csv");
        assertThat(refused.status()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.out()).doesNotContain("Not compared");
        assertThat(refused.err())
                .as("on a busy machine this reason comes first")
                .containsAnyOf("Not compared: JVM arguments: was ", "Not compared: Measured iterations that waited ");
    }

    @Test
    void measuresOtherVariantsIfOneDoesNotStart() throws Exception {
        Outcome outcome = CommandProcess.measureHere(
                "Thread.sleep(1)",
                "--label=sleep",
                "--variant=bad=-XX:NoSuchFlag",
                "--variant=good=",
                "--baseline=good");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("microbench: \"sleep @ bad\" failed: ", "NoSuchFlag");
        assertThat(outcome.row("sleep @ good")).endsWith("100%");
    }

    @Test
    void compilesForTheOldestJvm() throws Exception {
        int here = Runtime.version().feature();
        Optional<Jdk> other = InstalledJdks.here().all().stream()
                .filter(jdk -> jdk.feature() != here && jdk.feature() >= InstalledJdks.OLDEST)
                .findFirst();
        assumeThat(other).as("a JDK of another version").isPresent();
        String version = Integer.toString(other.orElseThrow().feature());

        Outcome outcome = CommandProcess.measureHere(
                "Runtime.version().feature()",
                "--label=version",
                "--jvm=" + here,
                "--jvm=" + version,
                "--check=runs",
                "--format=json",
                "--output=" + folder.resolve("run.json"));

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(forks(RunReader.read(folder)))
                .extracting(fork -> fork.jdkVersion().replaceFirst("\\D.*", ""))
                .containsExactly(Integer.toString(here), version);
        assertThat(RunReader.read(folder).cases())
                .extracting(one -> one.id().method())
                .containsExactly("version @ " + here, "version @ " + version);
    }
}
