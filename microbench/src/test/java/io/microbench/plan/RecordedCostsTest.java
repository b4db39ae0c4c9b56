// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.result.CaseResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import io.microbench.result.UnreadableRunException;
import io.microbench.settings.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedCostsTest {

    private static final PlannedCase PLANNED = TiedCases.planned("p.C", "alone", 1, 1);

    @TempDir
    Path folder;

    private Path write(String name, CaseResult... cases) throws IOException {
        Path run = Files.createDirectories(folder.resolve(name));
        RunFolder.write(run.resolve("run.json"), MadeCosts.run(name, cases));
        return run;
    }

    private static RecordedCosts of(CaseResult... cases) {
        return RecordedCosts.of(List.of(MadeCosts.run("r", cases)));
    }

    @Test
    void aCaseCostsWhatAllItsForksTook() {
        assertThat(of(MadeCosts.done(PLANNED, 12, 15)).of(PLANNED)).isEqualTo(Duration.ofSeconds(27));
    }

    @Test
    void aCaseThatIsNotInTheRecordCostsWhatIsPlanned() {
        assertThat(of().of(PLANNED)).isEqualTo(PLANNED.cost()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aFailedCaseCostsWhatIsPlannedAndOneThatWasSkippedNothing() {
        CaseResult failed = new CaseResult(
                PLANNED.id(),
                PLANNED.plan(),
                CaseResult.Status.FAILED,
                "boom",
                Optional.empty(),
                Map.of(),
                MadeCosts.done(PLANNED, 1).forks());

        assertThat(of(failed).of(PLANNED)).isEqualTo(PLANNED.cost());
        assertThat(of(failed.skipped("off")).of(PLANNED)).isZero();
    }

    @Test
    void aCaseThatIsPlannedOtherwiseCostsAsMuchMoreAsItsPlan() {
        PlannedCase thrice = PLANNED.with(PLANNED.plan().toBuilder().forks(3).build());

        assertThat(of(MadeCosts.done(PLANNED, 12)).of(thrice)).isEqualTo(Duration.ofSeconds(36));
    }

    @Test
    void theLatestOfSeveralRunsCounts() {
        RunRecord early = MadeCosts.run("a", MadeCosts.done(PLANNED, 5));
        RunRecord late = MadeCosts.run("b", MadeCosts.done(PLANNED, 7));

        assertThat(RecordedCosts.of(List.of(late, early)).of(PLANNED)).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void aRunIsReadFromItsFolderItsFileOrTheFolderOfSeveral() throws IOException {
        Path run = write("20260504T030201Z-0001", MadeCosts.done(PLANNED, 12));
        Files.createDirectories(folder.resolve("compare-1").resolve("old"));

        for (Path place : List.of(run, run.resolve("run.json"), folder)) {
            assertThat(RecordedCosts.of(place).of(PLANNED)).as(place.toString()).isEqualTo(Duration.ofSeconds(12));
        }
    }

    @Test
    void aRunThatHasChangedIsReadAgain() throws IOException {
        Path run = write("r", MadeCosts.done(PLANNED, 12));
        RecordedCosts first = RecordedCosts.of(run);

        assertThat(RecordedCosts.of(run)).isSameAs(first);
        write("r", MadeCosts.done(PLANNED, 12, 13, 14));
        assertThat(RecordedCosts.of(run).of(PLANNED)).isEqualTo(Duration.ofSeconds(39));
    }

    @Test
    void aPlaceWithoutARunIsRefusedWithWhatIsAccepted() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RecordedCosts.of(folder.resolve("nowhere")))
                .withMessage("microbench.shardCosts = \"" + folder.resolve("nowhere") + "\": no run found. Expected"
                        + " the folder of a run, which has a run.json, or a folder of such folders; the files of a"
                        + " history do not say how long a case took.");
    }

    @Test
    void aDamagedRunIsRefusedByItsName() throws IOException {
        Path run = Files.createDirectories(folder.resolve("r"));
        Files.writeString(run.resolve("run.json"), "{\"schemaVersion\": 2, ");

        assertThatExceptionOfType(UnreadableRunException.class)
                .isThrownBy(() -> RecordedCosts.of(run))
                .withMessageStartingWith(run.resolve("run.json").toString());
    }
}
