/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.report.ConsoleStyle;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

    private final TestConsole console = new TestConsole();

    @Test
    void helpGoesToStandardOutput() {
        assertThat(console.run("--help")).isZero();
        assertThat(console.out()).contains("compare", "report", "Exit codes:", "3   something is slower");
        assertThat(console.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare", "report"})
    void everyCommandHelps(String command) {
        assertThat(console.run(command, "--help")).isZero();
        assertThat(console.out()).startsWith("Usage: microbench " + command);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void helpKeepsToTheTerminal(int width) {
        TestConsole narrow = new TestConsole(new ConsoleStyle(width, true, false));
        narrow.run("compare", "--help");

        assertThat(narrow.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        assertThat(narrow.out()).doesNotContain("\u001B");
    }

    @Test
    void saysItsVersion() {
        assertThat(console.run("--version")).isZero();
        assertThat(console.out()).startsWith("microbench ").contains("JVM ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                  | Say what to do: compare, report or replay.
            compre a b                          | Unmatched arguments from index 0: 'compre', 'a', 'b'. Did you mean compare or replay?
            compare                             | Missing required parameter: 'OLD'.
            compare a b c                       | Unmatched argument at index 3: 'c'.
            compare a b --budget soon           | Invalid value for option '--budget': "soon" is no time. Accepted is a number with its unit (ms, s, m, h), such as 90s or 10m.
            compare a b --level x               | Invalid value for option '--level': "x" is no share. Accepted is a percentage such as 1%, or a number such as 0.01.
            compare a b --min-forks 2           | The least number of forks a side is 2. Accepted is 3 or more.
            compare a b --level 90%             | The level is 0.9. Accepted is a share above 0 and below 0.5, such as 0.01.
            compare main                        | "main" is one build, and comparing takes two: name another one, or two revisions as in main..HEAD.
            compare a..b --build make           | --build needs --classes: only Maven can be asked where the classes are. --classes names them, from the root of the repository.
            report --format gif x               | Invalid value for option '--format': "gif" is no format. Accepted is one of table, markdown, html, csv, csv-raw, jmh-json.
            """)
    void aMistakeIsOneLineAndExitCodeTwo(String line, String message) {
        String[] arguments = line.isEmpty() ? new String[0] : line.split(" +", -1);

        assertThat(console.run(arguments)).isEqualTo(2);
        assertThat(console.errors().get(0)).startsWith("microbench: " + message);
        assertThat(console.errors()).hasSizeLessThanOrEqualTo(2);
        assertThat(console.out()).isEmpty();
    }

    @Test
    void namesABuildThatIsNotThere(@TempDir Path folder) {
        String missing = folder.resolve("before.jar").toString();

        assertThat(console.run("compare", missing, missing)).isEqualTo(2);
        assertThat(console.errors()).singleElement().asString().startsWith("microbench: There is no " + missing);
    }

    @Test
    void namesASettingThatIsNone(@TempDir Path folder) {
        assertThat(console.run("compare", folder.toString(), folder.toString(), "-Dmicrobench.warmupTim=1s"))
                .isEqualTo(2);
        assertThat(console.errors())
                .containsExactly(
                        "microbench: microbench.warmupTim = \"1s\" (command line) is no setting. The nearest name is"
                                + " microbench.warmupTime.");
    }
}
