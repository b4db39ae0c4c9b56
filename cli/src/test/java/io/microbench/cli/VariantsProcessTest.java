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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures and compares a suite in several JVMs with the command. */
@Tag("processes")
class VariantsProcessTest {

    private static final int HERE = Runtime.version().feature();

    @TempDir
    Path folder;

    private List<String> briefly(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "-DwarmupIterations=1",
                "-Dmicrobench.warmupTime=20ms",
                "-DmeasureIterations=2",
                "-Dmicrobench.measurementTime=20ms",
                "-Djmh.ignoreLock=true",
                "-Dmicrobench.output=" + folder.resolve("target/microbench")));
        return all;
    }

    /** Runs a suite; its host JVM prints to the command's standard output. */
    private Outcome run(String... arguments) throws Exception {
        return CommandProcess.run(folder, briefly(arguments).toArray(String[]::new));
    }

    private Outcome compare(String... arguments) {
        return CommandProcess.runHere(briefly(arguments).toArray(String[]::new));
    }

    private Path made() throws IOException {
        try (Stream<Path> made = Files.list(folder.resolve("target/microbench"))) {
            return made.findFirst().orElseThrow();
        }
    }

    private static List<String> inTurn(RunRecord run) {
        return run.cases().stream()
                .flatMap(one -> one.forks().stream().map(fork -> new Placed(one, fork)))
                .sorted(Comparator.comparing(placed -> placed.fork().start()))
                .map(placed -> placed.one().id().parameters().get("variant"))
                .toList();
    }

    private record Placed(CaseResult one, ForkResult fork) {}

    private static Jdk other() {
        Optional<Jdk> other = InstalledJdks.here().all().stream()
                .filter(jdk -> jdk.feature() != HERE && jdk.feature() >= InstalledJdks.OLDEST)
                .findFirst();
        assumeThat(other).as("a JDK of another version").isPresent();
        return other.orElseThrow();
    }

    @Test
    void interleavesForksOfVariants() throws Exception {
        Outcome outcome = run(
                "run",
                CommandProcess.fixtures(),
                "CountingFixture.count",
                "--variant=small=-Xmx100m",
                "--variant=large=-Xmx200m",
                "--forks=2",
                "--reference=large");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().toList())
                .anySatisfy(line -> assertThat(line).contains("(variant)", "Ratio"))
                .anySatisfy(line -> assertThat(line).contains(" large ", " reference"));
        RunRecord run = RunReader.read(made());
        assertThat(run.cases())
                .extracting(one -> one.id().variant())
                .containsExactly("variant=small,threads=1", "variant=large,threads=1");
        assertThat(inTurn(run)).containsExactly("small", "large", "small", "large");
        assertThat(run.cases())
                .extracting(one -> one.forks().get(0).jvmArgs().contains("-Xmx100m"))
                .containsExactly(true, false);
    }

    @Test
    void measuresCasesInEachJvm() throws Exception {
        int there = other().feature();

        Outcome outcome = run(
                "run",
                CommandProcess.fixtures(),
                "CountingFixture.count",
                "--jvm=" + HERE,
                "--jvm=" + there,
                "--forks=1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(RunReader.read(made()).cases())
                .extracting(one -> one.id().parameters().get("variant") + " "
                        + one.forks().get(0).jdkVersion().replaceFirst("\\D.*", ""))
                .containsExactly(HERE + " " + HERE, there + " " + there);
    }

    @Test
    void comparesABuildInTwoJvms() throws Exception {
        Jdk there = other();

        Outcome outcome = compare(
                "compare",
                "--jvm=" + HERE,
                "--jvm=" + there.feature(),
                CommandProcess.fixtures(),
                "CountingFixture.count",
                "--fork-range=3..3");

        assertThat(outcome.status()).as(outcome.err()).isIn(ExitCode.FINE, ExitCode.USAGE, ExitCode.REGRESSION);
        assertThat(outcome.out())
                .contains(
                        "Baseline: JDK " + HERE + ", candidate: JDK " + there.feature(), "JDK (the compared property)")
                .doesNotContain("not comparable");
        RunRecord candidate = RunReader.read(made().resolve("new"));
        assertThat(candidate.cases()).singleElement().satisfies(one -> {
            assertThat(one.id().text()).endsWith("CountingFixture.count:threads=1");
            assertThat(one.plan().jvm()).contains(there.java().toString());
            assertThat(one.forks()).hasSize(3).allSatisfy(fork -> assertThat(fork.jdkVersion())
                    .startsWith(Integer.toString(there.feature())));
        });
        assertThat(RunReader.read(made().resolve("old")).cases())
                .singleElement()
                .satisfies(one -> assertThat(one.forks())
                        .allSatisfy(fork -> assertThat(fork.jdkVersion()).startsWith(Integer.toString(HERE))));
        assertThat(Files.readString(made().resolve("comparison.json")))
                .contains(" --jvm " + HERE + " --jvm " + there.feature());
    }

    @Test
    void comparesTwoSetsOfArguments() throws Exception {
        Outcome outcome = compare(
                "compare",
                "--variant=compiled=",
                "--variant=interpreted=-Xint",
                "--classpath=" + CommandProcess.fixtures(),
                "--cases=CountingFixture.count",
                "-Dmicrobench.jvmArgs=-Xmx100m",
                "--fork-range=..20");

        assertThat(outcome.status()).as(outcome.err()).isEqualTo(ExitCode.REGRESSION);
        assertThat(outcome.out())
                .contains(
                        "SLOWER",
                        "Baseline: compiled, candidate: interpreted",
                        "JVM arguments (the compared property)");
        assertThat(RunReader.read(made().resolve("new")).cases())
                .singleElement()
                .satisfies(one -> assertThat(one.plan().jvmArgs()).endsWith("-Xmx100m", "-Xint"));
        assertThat(RunReader.read(made().resolve("old")).cases())
                .singleElement()
                .satisfies(one -> assertThat(one.plan().jvmArgs()).endsWith("-Xmx100m"));
    }

    @Test
    void reportsInvalidVariantsBeforeTheFirstFork() throws Exception {
        Outcome outcome = run(
                "run",
                CommandProcess.fixtures(),
                "CountingFixture.count",
                "-Dmicrobench.variants=good=;bad=-XX:+NoSuchFlag",
                "--forks=1");

        assertThat(outcome.status()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err())
                .contains("The JVM of the variant bad does not start: ", "Unrecognized VM option 'NoSuchFlag'");
        assertThat(folder.resolve("target/microbench")).doesNotExist();
    }
}
