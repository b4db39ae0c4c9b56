// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SameResultsTest {

    @TempDir
    Path folder;

    @Test
    void countsUncheckedResultsAtEnd() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream console = new PrintStream(printed, true, StandardCharsets.UTF_8);
        RunFolder run = RunFolder.create(
                folder, MadeRecords.START, MadeRecords.machine().build(), List.of(), List.of());
        SameResults results = new SameResults(run, console);
        results.summarize();
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();

        PlannedCase loop = TestPlans.tiny(SameResultFixture.class, "loop", 1, "-XX:NoSuchOption");
        PlannedCase formula = TestPlans.tiny(SameResultFixture.class, "formula", 1, "-XX:NoSuchOption");
        results.find(List.of(loop, formula), () -> false);
        results.summarize();

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "# WARNING: 1 check of @SameResult could not be made, and no test fails because of that. The reasons"
                                + " are printed before the first fork.");
    }
}
