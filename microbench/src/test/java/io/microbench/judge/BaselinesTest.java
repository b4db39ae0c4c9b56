// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.TEN;
import static io.microbench.judge.Runs.allocating;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.environment;
import static io.microbench.judge.Runs.failed;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.Baselines.Baseline;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.result.UnreadableRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselinesTest {

    @TempDir
    Path folder;

    private Baselines baselines;

    @BeforeEach
    void useMissingFolder() {
        baselines = new Baselines(folder.resolve("some/where"));
    }

    @Test
    void keepsDataForJudging() {
        RunRecord run = run("r1", allocating("m", TEN, bytes(24)), done("n", times(7, TEN)));
        baselines.save("main", run);
        RunRecord candidate = run("r2", allocating("m", times(1.05, TEN), bytes(32)), done("n", TEN));

        RunComparison stored = baselines.find("main").orElseThrow().compare(candidate, JudgeSettings.DEFAULTS);

        assertThat(stored).isEqualTo(Baseline.of("main", run).compare(candidate, JudgeSettings.DEFAULTS));
        assertThat(stored.count(Verdict.SLOWER)).isOne();
    }

    private static double[] bytes(double each) {
        return times(each / 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24);
    }

    @Test
    void keepsOnlyDataForJudging() throws IOException {
        Path file = baselines.save("main", run("r1", done("m", STEADY))).orElseThrow();

        assertThat(file).isEqualTo(folder.resolve("some/where/main.json"));
        assertThat(Files.readString(file)).doesNotContain("WARMUP").contains("jvm.gc");
        assertThat(baselines.find("main").orElseThrow().run().cases().get(0).forks())
                .allSatisfy(fork -> assertThat(fork.iterations()).hasSize(1));
    }

    @Test
    void keepsCalibrationsBeforeForks() {
        CalibrationRound first = new CalibrationRound(MadeRecords.START.minusSeconds(1), 0.010, 0.001);
        CalibrationRound last = new CalibrationRound(MadeRecords.START.plusSeconds(100), 0.010, 0.001);
        Calibration calibration = new Calibration(new ClockCheck(20, 20), Optional.empty(), List.of(first, last));
        RunRecord run = run("r1", done("m", STEADY));

        baselines.save("main", run.withCalibration(calibration));
        assertThat(baselines.find("main").orElseThrow().run().calibration())
                .contains(calibration.withRounds(List.of(first)));

        baselines.save("main", run("r2", done("n", STEADY)).withCalibration(calibration.withRounds(List.of(first))));
        assertThat(baselines.find("main").orElseThrow().run().calibration())
                .contains(calibration.withRounds(List.of(first)));

        baselines.save("main", run("r3", done("o", STEADY)));
        assertThat(baselines.find("main").orElseThrow().run().calibration())
                .as("not known of all forks")
                .isEmpty();
    }

    @Test
    void keepsSeveralBaselines() {
        assertThat(baselines.names()).isEmpty();
        baselines.save("v2.0", run("r1", done("m", STEADY)));
        baselines.save("main", run("r2", done("m", times(2, STEADY))));

        assertThat(baselines.names()).containsExactly("main", "v2.0");
        assertThat(baselines.find("v2.0").orElseThrow().run().id()).isEqualTo("r1");
        assertThat(baselines.find("main").orElseThrow().name()).isEqualTo("main");
    }

    @Test
    void skipsCasesWithoutResult() {
        CaseResult planned = CaseResult.planned(Runs.id("p"), Runs.plan("avgt", 5, 3));
        baselines.save("main", run("r1", done("m", STEADY), failed("f"), planned));

        assertThat(baselines.find("main").orElseThrow().run().cases())
                .extracting(c -> c.id().method())
                .containsExactly("m");
    }

    @Test
    void rejectsRunWithoutMeasurements() {
        assertThat(baselines.save("main", run("r1", failed("m")))).isEmpty();
        assertThat(baselines.names()).isEmpty();
    }

    @Test
    void replacesOnlyCasesOfPartialRun() {
        baselines.save("main", run("r1", done("a", STEADY), done("b", STEADY), done("c", STEADY)));
        baselines.save("main", run("r2", done("b", times(2, STEADY)), failed("c"), done("d", STEADY)));

        Baseline main = baselines.find("main").orElseThrow();
        assertThat(main.run().cases()).extracting(c -> c.id().method()).containsExactly("a", "b", "c", "d");
        assertThat(main.compare(run("r3", done("b", times(2, STEADY))), JudgeSettings.DEFAULTS)
                        .verdicts()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void acceptsConcurrentSaves() {
        assertThat(IntStream.range(0, 64)
                        .parallel()
                        .mapToObj(i -> baselines.save("main", run("r" + i, done("m", STEADY))))
                        .toList())
                .doesNotContain(Optional.empty());

        assertThat(baselines.find("main")).isPresent();
        assertThat(folder.resolve("some/where")).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void rejectsMixingMachines() throws IOException {
        Path file = baselines
                .save("main", run("r1", environment("EPYC"), done("a", STEADY), done("b", STEADY)))
                .orElseThrow();
        byte[] before = Files.readAllBytes(file);

        assertThatThrownBy(() -> baselines.save("main", run("r2", environment("Ryzen"), done("b", STEADY))))
                .isInstanceOf(JudgeException.class)
                .hasMessage("Baseline main keeps 1 case that this run has not measured, from a different environment"
                        + " (CPU model: was EPYC, is Ryzen). Run all cases, or save under another name");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);

        baselines.save("main", run("r3", environment("Ryzen"), done("a", STEADY), done("b", STEADY)));
        assertThat(baselines.find("main").orElseThrow().run().environment().cpuModel())
                .isEqualTo("Ryzen");
    }

    @Test
    void keepsNodesOfCases() throws IOException {
        RunNode here = new RunNode("a", environment("EPYC"));
        baselines.save(
                "main",
                run("r1", Runs.on("a", done("a", STEADY)), Runs.on("a", done("b", STEADY)))
                        .with(here));
        baselines.save("main", run("r2", Runs.on("b", done("b", STEADY))).with(new RunNode("b", environment("Ryzen"))));

        assertThat(baselines.find("main").orElseThrow().run().nodes().orElseThrow())
                .extracting(RunNode::name)
                .containsExactly("a", "b");
        RunRecord other = run("r3", Runs.on("a", done("b", STEADY))).with(new RunNode("a", environment("Ryzen")));
        assertThatThrownBy(() -> baselines.save("main", other))
                .isInstanceOf(JudgeException.class)
                .hasMessage(
                        "Baseline main keeps cases that this run has not measured, on a node of the same name that was"
                                + " another machine (a and a are not alike: CPU model EPYC vs. Ryzen). Run all cases, or save"
                                + " under another name");
    }

    @Test
    void listsExistingBaselines() {
        Path where = folder.resolve("some/where").toAbsolutePath();
        assertThat(baselines.find("main")).isEmpty();
        assertThat(baselines.absence("main"))
                .isEqualTo("Baseline main does not exist in " + where + ", which has no baselines."
                        + " Save one with -Dmicrobench.saveBaseline=main");
        baselines.save("v1", run("r1", done("m", STEADY)));
        baselines.save("v2", run("r1", done("m", STEADY)));
        assertThat(baselines.absence("main")).contains(", which has v1, v2. Save one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../main", "a/b", "a b", "-x", "é"})
    void rejectsInvalidNames(String name) {
        assertThatThrownBy(() -> baselines.save(name, run("r1", done("m", STEADY))))
                .isInstanceOf(JudgeException.class)
                .hasMessage("Baseline name '" + name
                        + "': expected letters, digits, dots, dashes and underscores, with a letter or"
                        + " digit first");
    }

    @Test
    void namesDamagedFile() throws IOException {
        Path file = baselines.save("main", run("r1", done("m", STEADY))).orElseThrow();
        Files.writeString(file, Files.readString(file).substring(0, 100));

        assertThatThrownBy(() -> baselines.find("main"))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> baselines.save("main", run("r2", done("m", STEADY))))
                .isInstanceOf(UnreadableRunException.class);
    }
}
