/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests what a line is for, before it is read. */
class MicrobenchCommandTest {

    @Test
    void snippetsAndOptionsOfSnippetsMeasure() {
        assertThat(MicrobenchCommand.measures("1 + 1")).isTrue();
        assertThat(MicrobenchCommand.measures("--samples", "1", "Math.sqrt(2)")).isTrue();
    }

    @Test
    void commandsHelpAndEmptyLinesMeasureNoSnippet() {
        assertThat(MicrobenchCommand.measures()).isFalse();
        assertThat(MicrobenchCommand.measures("report", "runs/1")).isFalse();
        assertThat(MicrobenchCommand.measures("--help")).isFalse();
        assertThat(MicrobenchCommand.measures("-V")).isFalse();
    }
}
