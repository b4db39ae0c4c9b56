// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.settings.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {

    @TempDir
    Path output;

    private Path run;

    @BeforeEach
    void createRun() throws IOException {
        run = run("20261130T004624Z-6717");
    }

    private Path run(String name) throws IOException {
        Path folder = Files.createDirectory(output.resolve(name));
        Files.createFile(folder.resolve("run.json"));
        return folder;
    }

    private Path only(Path given) {
        return OutputFolder.only(given, word -> "microbench report " + word);
    }

    @Test
    void returnsOnlyRunInFolder() throws IOException {
        Files.createDirectory(output.resolve("other"));

        assertThat(only(output)).isEqualTo(run);
        assertThat(only(run)).isEqualTo(run);
    }

    @Test
    void returnsFolderWithoutRuns() throws IOException {
        Path empty = Files.createDirectory(output.resolve("other"));

        assertThat(only(empty)).isEqualTo(empty);
        assertThat(only(empty.resolve("b.jar"))).isEqualTo(empty.resolve("b.jar"));
    }

    @Test
    void namesNewestOfSeveral() throws IOException {
        Path newest = run("20261130T010000Z-0001");

        assertThatThrownBy(() -> only(output))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        output + " contains 2 runs. Name one of them, such as the newest: microbench report " + newest);
    }
}
