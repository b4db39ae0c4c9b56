// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class ReachCommandTest {

    @TempDir
    Path folder;

    private final TestConsole console = new TestConsole();

    @Test
    void rejectsOptionsAndPropertiesThatOnlyApplyToMeasurements() {
        for (String option : new String[] {"--budget", "--fork-range", "--tolerance", "--confidence"}) {
            assertThat(console.run("reach", folder.toString(), "--since", folder.toString(), option, "3"))
                    .as(option)
                    .isEqualTo(2);
            assertThat(console.errors().toString()).contains("Unknown option: '" + option + "'");
        }
        assertThat(console.run("reach", folder.toString(), "--since", folder.toString(), "-Dmicrobench.budget=3m"))
                .isEqualTo(2);
        assertThat(console.errors().toString())
                .contains(
                        "microbench.budget = \"3m\" limits measurements, but this command measures nothing. Leave it out.");
        TestConsole missing = new TestConsole();
        assertThat(missing.run("reach", folder.toString(), "--since", "before.jar"))
                .isEqualTo(2);
        assertThat(missing.errors()).singleElement().asString().startsWith("microbench: There is no before.jar in ");
        TestConsole neither = new TestConsole();
        assertThat(neither.run("reach", folder.toString(), "--since", "before")).isEqualTo(2);
        assertThat(neither.errors())
                .singleElement()
                .asString()
                .startsWith("microbench: There is no before in ")
                .contains(", and \"before\" is not a revision of ");
    }
}
