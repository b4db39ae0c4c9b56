// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Question;
import io.microbench.snippet.Snippet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Made-up runs of snippets. */
class SnippetBaselineTest {

    private static final Instant START = Instant.parse("2026-05-04T03:00:00Z");
    private static final CaseId SQRT = new CaseId("snippet", "sqrt", new TreeMap<>(), 1, Optional.empty());

    @TempDir
    Path folder;

    private SnippetBaseline baseline(String... arguments) {
        SnippetOptions options = new SnippetOptions();
        new CommandLine(options.addTo(CommandSpec.create())).parseArgs(arguments);
        return new SnippetBaseline(
                options, new SnippetQuestion(options, () -> "", line -> {}).question(), folder.resolve("saved"));
    }

    /** Creates a run of six forks with about this time of a call and an argument of its JVM. */
    private static RunRecord run(String cpu, String jdk, String argument, double nanos) {
        IterationPlan iterations = new IterationPlan(1, Duration.ofMillis(500), 1);
        CasePlan plan = CasePlan.builder(Mode.THROUGHPUT)
                .timeUnit("SECONDS")
                .forks(6)
                .warmup(iterations)
                .measurement(iterations)
                .build();
        List<ForkResult> forks = new ArrayList<>();
        for (int number = 1; number <= 6; number++) {
            forks.add(ForkResult.builder(number)
                    .pid(number)
                    .start(START)
                    .end(START.plusSeconds(2))
                    .jvm("java")
                    .jdkVersion(jdk)
                    .vm("VM")
                    .jvmArgs(List.of(argument, "-Djmh.shutdownTimeout=1"))
                    .blackholeMode("compiler")
                    .iterations(List.of(new IterationResult(
                            IterationResult.Phase.MEASUREMENT,
                            1,
                            START.plusSeconds(1),
                            1e9 / (nanos + 0.001 * number),
                            1,
                            Map.of(),
                            Map.of(),
                            Optional.empty())))
                    .build());
        }
        Optional<Metric> score = Optional.of(new Metric(1e9 / nanos, Double.NaN, "ops/s"));
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                START,
                Optional.of(START.plusSeconds(60)),
                Environment.builder().cpuModel(cpu).build(),
                List.of(),
                List.of(new CaseResult(SQRT, plan, CaseResult.Status.DONE, "", score, Map.of(), forks)),
                Optional.empty());
    }

    private static RunRecord run(double nanos) {
        return run("EPYC", "25", "-Xmx2g", nanos);
    }

    private RunComparison compared(RunRecord now, String... options) {
        baseline("1", "--label=sqrt", "--save-baseline=before").save(run(10));
        List<String> all = new ArrayList<>(List.of("1", "--label=sqrt", "--baseline=before"));
        all.addAll(List.of(options));
        return baseline(all.toArray(String[]::new)).compare(now).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"12, SLOWER, 1", "8, FASTER, 0", "10, SAME, 0"})
    void comparesWithTheSavedRun(double nanos, Verdict verdict, int regressions) {
        RunComparison comparison = compared(run(nanos));

        assertThat(comparison.refusal()).isEmpty();
        assertThat(comparison.verdicts()).singleElement().satisfies(only -> {
            assertThat(only.id()).isEqualTo(SQRT);
            assertThat(only.verdict()).isEqualTo(verdict);
        });
        assertThat(comparison.regressions()).hasSize(regressions);
    }

    @ParameterizedTest
    @CsvSource({
        "Xeon, 25, -Xmx2g, CPU model: was EPYC",
        "EPYC, 26, -Xmx2g, JDK: was 25",
        "EPYC, 25, -Xmx1g, JVM arguments: was -Xmx2g"
    })
    void comparesDifferentEnvironmentsOnlyIfForced(String cpu, String jdk, String argument, String why) {
        RunRecord now = run(cpu, jdk, argument, 12);

        assertThat(compared(now).refusal()).hasValueSatisfying(refusal -> assertThat(refusal)
                .startsWith(why)
                .endsWith("or force the comparison with -Dmicrobench.forceComparison=true"));
        assertThat(compared(now, "-Dmicrobench.forceComparison=true").regressions())
                .hasSize(1);
    }

    @Test
    void prefersALabelToASavedRun() {
        baseline("1", "--save-baseline=sqrt").save(run(10));
        SnippetBaseline label = baseline("1", "2", "--label=sqrt", "--baseline=sqrt");

        assertThat(label.rows()).containsEntry("2", "sqrt");
        assertThat(label.compare(run(12))).isEmpty();
        assertThat(baseline("1", "2", "--baseline=sqrt").rows()).isEmpty();
    }

    @Test
    void reportsKnownNamesForAnUnknownOne() {
        baseline("1", "--save-baseline=before").save(run(10));

        assertThatThrownBy(() -> baseline("1", "2", "--label=one", "--baseline=befor"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "--baseline befor: no row, snippet or variant has this label, and no run was saved under this"
                                + " name in " + folder.resolve("saved")
                                + ". Labels: one, 2. Saved runs: before. --save-baseline NAME saves a run.");
    }

    @Test
    void usesEnoughForksForAVerdictByDefault() {
        assertThat(baseline("1").question())
                .isEqualTo(Question.of(Snippet.of("1")).withProfilers(List.of("gc")));
        assertThat(baseline("1", "--save-baseline=a").question().sampling().forks())
                .isEqualTo(5);
        Question four = baseline("1", "2", "--param=n=1,2", "--save-baseline=a").question();
        assertThat(four.sampling().forks()).isEqualTo(6);
        assertThat(four.sampling().samples()).isEqualTo(6);
        assertThat(baseline("1", "--save-baseline=a", "--forks=2")
                        .question()
                        .sampling()
                        .forks())
                .isEqualTo(2);
    }

    @Test
    void rejectsAnUnwritableFolderFirst() throws IOException {
        Path file = Files.writeString(folder.resolve("saved"), "in the way");

        assertThatThrownBy(() -> baseline("1", "--save-baseline=a"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("--save-baseline a: " + file
                        + " is not a folder. Start the command in a folder that you may write to.");
    }

    @Test
    void savesOnlyOnRequest() {
        assertThat(baseline("1").save(run(10))).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }
}
