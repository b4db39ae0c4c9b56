// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests reports of a measured comparison, and of invalid folders. */
@Tag("any-jdk")
class ReportCommandTest {

    @TempDir
    static Path runs;

    private static Path comparison = Path.of("");

    @TempDir
    Path folder;

    @BeforeAll
    static void compare() throws IOException {
        comparison = MeasuredComparison.in(runs);
    }

    @Test
    void reportsAComparisonAndBothRuns() throws IOException {
        TestConsole verdicts = new TestConsole();
        assertThat(verdicts.run("report", comparison.toString()))
                .as(String.join("\n", verdicts.errors()))
                .isZero();
        assertThat(verdicts.out()).contains("CountingFixture.count", "Verdict", "Baseline: ");

        TestConsole markdown = new TestConsole();
        Path page = folder.resolve("page.md");
        assertThat(markdown.run("report", comparison.toString(), "--format", "markdown", "--output", page.toString()))
                .isZero();
        assertThat(markdown.out()).isEmpty();
        assertThat(page).content().contains("CountingFixture");

        TestConsole table = new TestConsole();
        assertThat(table.run("report", comparison.resolve("new").toString())).isZero();
        assertThat(table.out()).contains("Benchmark", "Score", "CountingFixture.count");

        TestConsole json = new TestConsole();
        assertThat(json.run("report", comparison.resolve("old").toString(), "--format", "jmh-json"))
                .isZero();
        assertThat(json.out()).startsWith("[").contains("\"benchmark\"", "io.microbench.cli.CountingFixture.count");
    }

    @Test
    void writesCurvesEvenIfThereAreNone() {
        TestConsole curves = new TestConsole();
        assertThat(curves.run("report", comparison.resolve("old").toString(), "--format", "csv-curves"))
                .isZero();
        assertThat(curves.out())
                .startsWith("class,curve,workers,rate,low,high,")
                .doesNotContain("CountingFixture");
        TestConsole document = new TestConsole();
        assertThat(document.run("report", comparison.resolve("old").toString(), "--format", "json-curves"))
                .isZero();
        assertThat(document.out()).contains("\"schemaVersion\" : 1,", "\"curves\" : [ ]");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void exitsWithTwoIfOutputCannotBeWritten() {
        Path run = comparison.resolve("new");
        TestConsole full = new TestConsole();

        assertThat(full.run("report", run.toString(), "--output", "/dev/full")).isEqualTo(2);
        assertThat(full.errors()).singleElement().asString().startsWith("microbench: Cannot write /dev/full");
    }

    @Test
    void rejectsAFolderWithoutARun() throws IOException {
        TestConsole console = new TestConsole();
        assertThat(console.run("report", folder.toString())).isEqualTo(2);
        assertThat(console.errors())
                .singleElement()
                .asString()
                .startsWith(
                        "microbench: " + folder.resolve("run.json") + ": does not exist. Expected the folder of a run");

        Files.writeString(folder.resolve("comparison.json"), "{\"schemaVersion\": ");
        TestConsole damaged = new TestConsole();
        assertThat(damaged.run("report", folder.toString())).isEqualTo(2);
        assertThat(damaged.errors())
                .singleElement()
                .asString()
                .startsWith("microbench: " + folder.resolve("comparison.json") + " line 1 column 19: not a comparison");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --history NONE              | NONE does not exist. Append runs with
            --history HISTORY --branch x | HISTORY has no run of branch x. Expected main. Append runs with
            --branch main               | --branch needs --history.
            """)
    void rejectsAHistoryWithoutARun(String options, String message) {
        String history = folder.resolve("history").toString();
        String none = folder.resolve("none").toString();
        assertThat(new TestConsole()
                        .run(
                                "history",
                                "add",
                                history,
                                comparison.resolve("old").toString(),
                                "--branch",
                                "main"))
                .isZero();
        String[] arguments = ("report " + comparison.resolve("new") + " --format html " + options)
                .replace("HISTORY", history)
                .replace("NONE", none)
                .split(" ", -1);
        TestConsole console = new TestConsole();

        assertThat(console.run(arguments)).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors().get(0))
                .startsWith("microbench: " + message.replace("HISTORY", history).replace("NONE", none));
        assertThat(console.out()).isEmpty();
    }
}
