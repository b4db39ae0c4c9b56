// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Scripts depend on the exit codes, so they stay as documented and as in 0.1.0. */
class ExitCodeTest {

    @Test
    void codesOfVersion010AreOnThePage() throws IOException {
        assertThat(ExitCode.FINE).isEqualTo(0);
        assertThat(ExitCode.FAILED).isEqualTo(1);
        assertThat(ExitCode.USAGE).isEqualTo(2);
        assertThat(ExitCode.REGRESSION).isEqualTo(3);
        assertThat(new PreflightException("no room").exitStatus()).isEqualTo(2);
        assertThat(Files.readString(Path.of(System.getProperty("basedir", ""), "..", "src/docs/verdicts.md")))
                .contains("Exit codes of every command:")
                .contains("\n- 0: no failure and no regression")
                .contains("\n- 1: a benchmark failed")
                .contains("\n- 2: invalid command line")
                .contains("\n- 3: a case is slower");
    }
}
