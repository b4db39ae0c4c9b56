// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.junit.PublishedRun.ResultFolders;
import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Scheduling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFoldersTest {

    @TempDir
    Path folder;

    /** Plans a run with only the setting of the given name, set to the given folder. */
    private Plan plan(String setting, Path place) {
        Path output = setting.equals("microbench.output") ? place : folder.resolve("runs");
        return new Plan(
                List.of(),
                List.of(),
                output,
                Optional.of(place).filter(p -> setting.equals("perfReportDir")),
                1,
                new Judging(
                        Optional.empty(),
                        Optional.of("main").filter(n -> setting.equals("microbench.baselineDir")),
                        place,
                        0.01,
                        0.99,
                        false,
                        Optional.of(place.toString()).filter(p -> setting.equals("microbench.history")),
                        Optional.empty(),
                        folder),
                new Scheduling(Scheduling.Order.BLOCKS, Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"microbench.output", "perfReportDir", "microbench.baselineDir", "microbench.history"})
    void rejectsUnwritableFolderBeforeFirstFork(String setting) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        Path below = file.resolve("results");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ResultFolders.require(plan(setting, below)))
                .withMessage(setting + " = \"" + below + "\": " + file
                        + " is not a folder. Choose a folder that you may write to.");
        assertThatCode(() -> ResultFolders.require(plan(setting, folder.resolve("new/results"))))
                .doesNotThrowAnyException();
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    void doesNotTreatDatabaseUrlAsFolder() {
        assertThatCode(() -> ResultFolders.require(plan("microbench.history", Path.of("jdbc:h2:mem:x"))))
                .doesNotThrowAnyException();
    }
}
