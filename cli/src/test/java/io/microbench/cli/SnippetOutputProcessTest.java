// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what snippets print, and what the command prints and writes about them. */
class SnippetOutputProcessTest {

    @TempDir
    Path folder;

    private static Outcome measure(String... arguments) {
        return CommandProcess.measureHere(arguments);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    @Tag("processes")
    void limitsOutputAndNamesRemainingThreads() throws Exception {
        Outcome outcome = CommandProcess.runHere(
                "System.out.println(line)",
                "new Thread(() -> { try { Thread.sleep(60_000); } catch (InterruptedException e) {} }).start();",
                "--init",
                "var line = \"x\".repeat(10_000)",
                "--loop",
                "2K",
                "--samples",
                "1",
                "--warmup",
                "0",
                "--forks",
                "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err().lines().filter(line -> line.startsWith("xxx"))).hasSize(20);
        assertThat(outcome.err()).contains("continues to print; --verbose shows all output.", "printed 2000 lines: ");
    }

    @Test
    @Tag("processes")
    void survivesAGigabyteOfOutput() throws Exception {
        try (CommandProcess command = CommandProcess.start(
                folder,
                List.of("-Xmx64m"),
                "1 + 1",
                "--init",
                "var line = \"x\".repeat(100_000); for (int i = 0; i < 10_000; i++) System.out.println(line);",
                "-s",
                "1",
                "-d",
                "10ms",
                "-w",
                "0")) {
            Outcome outcome = command.await();

            assertThat(outcome.status()).as(outcome.err()).isZero();
            assertThat(outcome.err())
                    .contains("continues to print", "printed 10000 lines")
                    .doesNotContain("OutOfMemoryError");
            assertThat(outcome.err().length()).isLessThan(2_500_000);
        }
    }

    @Test
    @Tag("processes")
    void monitorsTheForkOnceASecond() throws Exception {
        Outcome outcome = CommandProcess.runHere(
                "while (Files.readAllLines(monitor).size() < 3) Thread.sleep(10);",
                "--init",
                "var monitor = Path.of(\""
                        + folder.resolve("monitor.txt").toString().replace('\\', '/') + "\");",
                "--label",
                "until two lines are there",
                "-s",
                "1",
                "-d",
                "10ms",
                "-w",
                "0",
                "--forks",
                "1",
                "-Dmicrobench.monitor=" + file("monitor.txt"));

        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> lines = Files.readAllLines(folder.resolve("monitor.txt"));
        assertThat(lines.get(0)).matches("Time +CPU% .* Ops/s  until two lines are there");
        assertThat(lines.subList(1, lines.size())).isNotEmpty().allMatch(line -> line.matches("\\d{4}-\\d\\d-.*"));

        Outcome both = measure("1 + 1", "2 + 2", "-Dmicrobench.monitor=console", "--order=parallel");
        assertThat(both.status()).isEqualTo(2);
        assertThat(both.err())
                .isEqualToIgnoringNewLines(
                        "microbench: -Dmicrobench.monitor and --order parallel contradict each other: leave one of them out.");
    }

    @Tag("processes")
    @Test
    void writesAPageWithEachSnippetAndInput() throws Exception {
        Outcome outcome = measure(
                "new int[n]", "Math.sqrt(n)", "--param", "n=1,10", "--format", "html", "--output", file("page.html"));

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).isEmpty();
        String page = Files.readString(folder.resolve("page.html"));
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .endsWith("</html>\n")
                .contains("4 cases, all passed", "\"new int[n]\"", "\"Math.sqrt(n)\"");
    }

    @Tag("processes")
    @Test
    void printsSectionsForInputsAndSystemInformation() throws Exception {
        Outcome outcome = measure(
                "Arrays.hashCode(input)",
                "--init",
                "byte[] input = new byte[n]",
                "--param",
                "n=10,100000",
                "--format",
                "full");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("System information:", "CPU: ", "\nn = 10\nSnippet ", "\nn = 100000\nSnippet ");
    }

    @Test
    void printsAllocatedBytes() throws Exception {
        Outcome outcome = CommandProcess.runHere(
                "new byte[1024]", "1 + 1", "--label=array", "--label=sum", "-s", "1", "-d", "300ms", "-w", "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> array = outcome.row("array");
        assertThat(array).hasSize(5);
        // With the header; JMH's own allocation in a sample is divided by many calls.
        assertThat(Double.parseDouble(array.get(3).replace(",", ""))).isBetween(1040.0 - 16, 1040.0 + 16);
        assertThat(outcome.row("sum").get(3)).startsWith("< ");
    }

    @Tag("processes")
    @Test
    void verbosePrintsTheGeneratedClass() throws Exception {
        Outcome shown = measure("1 + 1", "--verbose", "--format", "csv", "--output", file("result.csv"));
        assertThat(shown.out()).isEmpty();
        assertThat(shown.err()).contains(">>>>>>>>>>>>>>> 1 + 1", "blackhole.consume(1 + 1", "<<<<<<<<<<<<<<<");
        assertThat(shown.err()).containsPattern("fork ready +\\d+ ms").containsPattern("first number +\\d+ ms");
        assertThat(Files.readString(folder.resolve("result.csv"))).contains("1 + 1");
    }
}
