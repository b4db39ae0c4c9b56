// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests snippets with unusual letters or length, as a shell passes them. */
class SnippetTextProcessTest {

    private static final String UMLAUT = "\"\u00e4\".length()";

    @TempDir
    Path folder;

    private Outcome measure(Map<String, String> environment, String snippet) throws Exception {
        try (CommandProcess command =
                CommandProcess.start(folder, List.of(), environment, snippet, "-s", "1", "-d", "10ms", "-w", "0")) {
            return command.await();
        }
    }

    @Test
    void printsLettersOfTheLocale() throws Exception {
        assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");

        Outcome outcome = measure(Map.of("LC_ALL", "C.UTF-8"), UMLAUT);

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("\n" + UMLAUT + "  ");
    }

    @Test
    void rejectsLettersOutsideTheLocale() throws Exception {
        assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");

        Outcome outcome = measure(Map.of("LC_ALL", "C"), UMLAUT);

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .startsWith("microbench: An argument has a character that the locale cannot encode (")
                .contains("LC_ALL=C.UTF-8");
    }

    @Tag("processes")
    @Test
    void compilesAndAbbreviatesLongSnippets() throws Exception {
        String ones = "1 + ".repeat(2500);

        Outcome fine = measure(Map.of(), ones + "1");
        Outcome failing = measure(Map.of(), "if (true) throw new IllegalStateException(\"\" + (" + ones + "1));");

        assertThat(fine.status()).as(fine.err()).isZero();
        assertThat(failing.status()).isEqualTo(1);
        assertThat(failing.err().lines().findFirst().orElseThrow())
                .startsWith("microbench: \"if (true) throw")
                .endsWith("...\" failed: java.lang.IllegalStateException: 2501");
    }
}
