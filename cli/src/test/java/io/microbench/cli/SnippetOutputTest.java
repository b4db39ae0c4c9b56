// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetOutputTest {

    @TempDir
    Path folder;

    @Test
    void rejectsAnUnwritableOutputFirst() {
        Path file = folder.resolve("missing/result.json");
        TestConsole console = new TestConsole();

        assertThat(console.run("Math.sqrt(2)", "--output", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .containsExactly("microbench: --output " + file + ": the folder " + file.getParent()
                        + " does not exist. Expected a file path in an existing folder.");
    }

    @Test
    void acceptsFormatsInUpperCase() {
        assertThat(SnippetQuestion.oneOf("--format", "CSV", "table", "csv")).isEqualTo("csv");
        assertThat(SnippetOutput.isTable("Table")).isTrue();
    }
}
