// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how a command line is classified before it is parsed. */
class MicrobenchCommandTest {

    @Test
    void classifiesSnippetsAndTheirOptions() {
        assertThat(MicrobenchCommand.measures("1 + 1")).isTrue();
        assertThat(MicrobenchCommand.measures("--samples", "1", "Math.sqrt(2)")).isTrue();
    }

    @Test
    void classifiesCommandsHelpAndEmptyLines() {
        assertThat(MicrobenchCommand.measures()).isFalse();
        assertThat(MicrobenchCommand.measures("report", "runs/1")).isFalse();
        assertThat(MicrobenchCommand.measures("--help")).isFalse();
        assertThat(MicrobenchCommand.measures("-V")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\uFFFD\"",
                "a|--init|String s = \"\uFFFD\";",
                "list|classes|*:text=\uFFFD\uFFFD",
                "run|classes|--param=text=\uFFFD",
                "compare|a.jar|b.jar|--cases=\uFFFD",
                "history|show|runs|\uFFFD*"
            })
    void everyCommandRejectsUnencodableCharacters(String line) {
        TestConsole console = new TestConsole();
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        System.setProperty("sun.jnu.encoding", "ANSI_X3.4-1968");
        try {
            assertThat(console.run(line.split("\\|", -1))).isEqualTo(ExitCode.USAGE);
        } finally {
            System.setProperty("sun.jnu.encoding", encoding);
        }

        assertThat(console.errors().get(0))
                .startsWith("microbench: An argument has a character that the locale cannot encode (ANSI_X3.4-1968): ")
                .contains("LC_ALL=C.UTF-8");
    }
}
