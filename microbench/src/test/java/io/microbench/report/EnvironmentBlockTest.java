// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EnvironmentBlockTest {

    private static RunRecord run(Environment environment, Optional<Calibration> calibration, CaseResult... cases) {
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "20260504T030201Z-4f2a",
                Samples.START,
                Optional.empty(),
                environment,
                List.of(),
                List.of(cases),
                calibration);
    }

    /** Returns a run of one case whose two forks differ. */
    private static RunRecord forks(UnaryOperator<ForkResult.Builder> second) {
        CaseResult sample = Samples.cases().get(0);
        ForkResult fork = sample.forks().get(0);
        return run(
                MadeRecords.machine().build(),
                Optional.empty(),
                sample.withForks(List.of(fork, second.apply(fork.toBuilder()).build())));
    }

    private static Calibration calibration(double... memory) {
        List<CalibrationRound> rounds = new ArrayList<>();
        for (double seconds : memory) {
            rounds.add(new CalibrationRound(Samples.START, 0.02, seconds));
        }
        return new Calibration(new ClockCheck(30, 20), Optional.empty(), rounds);
    }

    @Test
    void countsForksThatDiffer() {
        assertThat(EnvironmentBlock.of(forks(fork -> fork.jdkVersion("25.0.1").blackholeMode("full"))))
                .containsEntry("JDK", "21.0.5 (and 1 more, see the cases)")
                .containsEntry("Blackhole", "compiler (and 1 more, see the cases)")
                .containsEntry("JVM arguments", "-Xms512m");
    }

    @Test
    void ignoresForksWithoutValues() {
        assertThat(EnvironmentBlock.of(forks(fork -> fork.jdkVersion("").vm("N/A"))))
                .as("no JVM of the fork ran, or it did not report values")
                .containsEntry("JDK", "21.0.5")
                .containsEntry("VM", "OpenJDK 64-Bit Server VM 21.0.5+11-LTS");
    }

    @Test
    void usesHostWithoutForks() {
        assertThat(EnvironmentBlock.of(run(MadeRecords.machine().build(), Optional.empty())))
                .containsEntry("JDK", "Eclipse Adoptium 21.0.5+11-LTS")
                .containsEntry("JVM arguments", "")
                .containsEntry("Blackhole", "N/A")
                .doesNotContainKey("Drift");
    }

    @Test
    void reportsDriftRelativeToMedians() {
        assertThat(EnvironmentBlock.of(run(MadeRecords.machine().build(), Optional.of(calibration(0.1, 0.09, 0.125)))))
                .containsEntry(
                        "Drift",
                        "processor +0.00% to +0.00%, memory -10.0% to +25.0% relative to the median of 3 rounds");
        assertThat(EnvironmentBlock.of(run(MadeRecords.machine().build(), Optional.of(calibration(0.1)))))
                .as("one round is no drift")
                .doesNotContainKey("Drift");
    }

    @Test
    void showsContainerLimitsBesideMachine() {
        assertThat(EnvironmentBlock.of(MadeRecords.machine()
                        .cpuLimit(Optional.of(1.5))
                        .memoryLimitBytes(Optional.of(512L << 20))
                        .build()))
                .containsEntry("CPUs", "8, limited to 1.50 by the container")
                .containsEntry("Memory", "16 GiB, limited to 512 MiB by the container")
                .containsEntry("OS", "Linux 6.1, amd64")
                .containsEntry("Harness", "Microbench 0.1.0, JMH 1.37");
    }

    @Test
    void marksCommitOnlyIfWorkingCopyIsKnownToBeChanged() {
        Environment.Builder machine = MadeRecords.machine();

        assertThat(EnvironmentBlock.of(machine.build())).containsEntry("Commit", "8f62348 with uncommitted changes");
        assertThat(EnvironmentBlock.of(machine.dirty(Optional.empty()).build())).containsEntry("Commit", "8f62348");
        assertThat(EnvironmentBlock.of(machine.commit(Optional.empty())
                        .dirty(Optional.of(true))
                        .build()))
                .containsEntry("Commit", "N/A");
    }

    @Test
    void indentsContinuationLines() {
        String text = EnvironmentBlock.render(
                run(MadeRecords.machine().build(), Optional.empty()), new ConsoleStyle(40, true, false));

        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
        assertThat(text).contains("  VM: OpenJDK 64-Bit Server VM\n      21.0.5+11-LTS\n");
        assertThat(text).as("empty values are omitted").doesNotContain("JVM arguments");
    }
}
