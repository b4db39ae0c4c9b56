// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests the hooks of the command around calls, before the measurement and after it, in a separate process. */
@Tag("any-jdk")
class CallHooksProcessTest {

    @TempDir
    Path folder;

    private static Outcome measure(String... arguments) {
        return CommandProcess.measureHere(arguments);
    }

    @Test
    void hooksSurroundEachCall() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder,
                "--before",
                "System.out.println(\"outer before\"); int n = 3;",
                "--after",
                "System.out.println(\"outer after \" + (result + n) + \" \" + given);",
                "System.out.println(\"call \" + given); return given.length();",
                "--before",
                "\"x\".repeat(n)",
                "--after",
                "System.out.println(\"inner after \" + result);",
                "--done",
                "System.out.println(\"done\");",
                "--loop",
                "2",
                "--samples",
                "1",
                "--warmup",
                "0");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> call = List.of("outer before", "call xxx", "inner after 3", "outer after 6 xxx");
        List<String> lines = outcome.lines();
        assertThat(lines.subList(0, 4)).isEqualTo(call);
        assertThat(lines.subList(4, 8)).isEqualTo(call);
        assertThat(lines.get(8)).isEqualTo("done");
    }

    @Test
    @Tag("processes")
    void hooksAreNotTimed() throws Exception {
        Outcome outcome = CommandProcess.runHere(
                "Thread.sleep(1)",
                "Thread.sleep(1)",
                "--label",
                "hooked",
                "--label",
                "bare",
                "--before",
                "Thread.sleep(200)",
                "--after",
                "Thread.sleep(200)",
                "-s",
                "2",
                "-d",
                "300ms",
                "-w",
                "0",
                "--forks",
                "1");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        // If hooks were timed, a call would take 401 ms, or 201 ms with one of them.
        assertThat(outcome.nanos("hooked", 2)).isBetween(1e6, 200e6);
        assertThat(outcome.nanos("bare", 2)).isBetween(1e6, 200e6);
    }

    @Test
    @Tag("processes")
    void hooksOfLoopsAndWorkersAreNotTimed() throws Exception {
        Outcome loop = CommandProcess.runHere(
                "Thread.sleep(1)",
                "--before",
                "Thread.sleep(200)",
                "--loop",
                "10",
                "-s",
                "1",
                "-w",
                "0",
                "--forks",
                "1");
        assertThat(loop.status()).as(loop.err()).isZero();
        assertThat(loop.nanos("Thread.sleep(1)", 2)).isBetween(1e6, 200e6);

        Outcome workers = CommandProcess.runHere(
                "Thread.sleep(given)",
                "--before",
                "Thread.sleep(200); int given = 1;",
                "-c",
                "3",
                "-s",
                "1",
                "-d",
                "300ms",
                "-w",
                "0",
                "--forks",
                "1");
        assertThat(workers.status()).as(workers.err()).isZero();
        assertThat(workers.nanos("Thread.sleep(given)", 3)).isBetween(1e6, 200e6);
    }

    @Test
    void warnsIfACallIsTooShortForHooks() throws Exception {
        Outcome outcome = measure("given + 1", "--before", "ThreadLocalRandom.current().nextInt()");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .containsPattern(
                        "WARNING: \"given \\+ 1\": a call of .* ns is too short for hooks: JMH reads the clock");
    }

    @Test
    void failsASnippetWhoseHookFails() throws Exception {
        Outcome outcome = measure("1 + 1", "2 + 2", "--before", "Integer.parseInt(\"none\")");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).contains("\"1 + 1\" failed: java.lang.NumberFormatException: For input string: ");
        assertThat(outcome.nanos("2 + 2", 2)).isPositive();
    }

    @Test
    @Tag("processes")
    void doesNotMeasureSnippetsWithDifferentResults() throws Exception {
        Outcome outcome = measure("--done", "n++;", "n * 2", "n + n", "n + 2", "--param", "n=2,3", "--check");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .containsExactly(
                        "microbench: Check: with n = 3, \"n * 2\" returned 6 and \"n + 2\" returned 5.",
                        "Nothing was measured.");

        Outcome equal = measure("--check", "n * 2", "n + n", "--param", "n=2,3");
        assertThat(equal.status()).as(equal.err()).isZero();
        assertThat(equal.out()).contains("n = 2\n", "n = 3\n");

        Outcome runs = measure("--check=runs", "n * 2", "n + 2", "--param", "n=3");
        assertThat(runs.status()).as(runs.err()).isZero();
    }

    @Test
    @Tag("jdk")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void checksOnVirtualThreadsIfRequested() throws Exception {
        String snippet = "if (!Thread.currentThread().isVirtual()) throw new IllegalStateException(\"no\"); return 1;";

        Outcome outcome = measure(snippet, "1", "--threads", "virtual", "--check");
        assertThat(outcome.status()).as(outcome.err()).isZero();

        Outcome platform = measure(snippet, "1", "--check");
        assertThat(platform.status()).isEqualTo(1);
        assertThat(platform.err()).contains("failed: java.lang.IllegalStateException: no");
    }

    @Tag("processes")
    @Test
    void printsTheConfigurationFirst() throws Exception {
        Outcome outcome = measure("1 + 1", "2 + 2", "--param", "n=2,3", "--format", "full");

        assertThat(outcome.lines())
                .containsExactly(
                        "Configuration:",
                        "  Snippets  2",
                        "  Inputs    n = 2, 3",
                        "  Warm-up   1 x 20 ms a fork",
                        "  Sample    20 ms",
                        "  Samples   1 of each snippet",
                        "  Forks     1 of each snippet, interleaved",
                        "  Workers   1",
                        "  Estimate  160 ms = 4 x (20 ms + 1 x 20 ms), and the start of 4 JVMs");
        assertThat(outcome.out()).contains("System information:").doesNotContain("Configuration:");
    }

    @Test
    @Tag("processes")
    void keepsTheOrderOfSectionsAndSnippets() throws Exception {
        Outcome outcome = measure(
                "Thread.sleep(0)", "Thread.sleep(30)", "--param", "b=z,a", "--param", "a=10,9", "--unit", "none");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        List<String> begins = outcome.out()
                .lines()
                .filter(line -> !line.startsWith("Snippet") && !line.isEmpty())
                .map(line -> line.split(" {2,}", -1)[0])
                .toList();
        List<String> snippets = List.of("Thread.sleep(0)", "Thread.sleep(30)");
        List<String> expected = new ArrayList<>();
        for (String inputs : List.of("b = z, a = 10", "b = z, a = 9", "b = a, a = 10", "b = a, a = 9")) {
            expected.add(inputs);
            expected.addAll(snippets);
        }
        assertThat(begins).isEqualTo(expected);
        assertThat(outcome.out()).contains(" ns").doesNotContain(" ms", " µs", " M ");
    }

    @Test
    @Tag("processes")
    void subtractsAndStoresTheOverhead() throws Exception {
        Outcome outcome = measure(
                "Thread.sleep(1)",
                "given + 1",
                "--before",
                "",
                "--before",
                "1",
                "--overhead",
                "--check",
                "--unit",
                "none");

        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("Net").doesNotContain("(empty");
        assertThat(outcome.nanos("Thread.sleep(1)", 3)).isPositive().isLessThan(outcome.nanos("Thread.sleep(1)", 2));
        assertThat(outcome.nanos("given + 1", 3)).isNotNegative().isLessThan(outcome.nanos("given + 1", 2));

        Outcome record = measure("1 + 1", "--overhead", "--format", "csv");
        assertThat(record.out()).contains("1 + 1", "(empty)");
    }

    @Test
    @Tag("processes")
    void recordsOneMoreFork() throws Exception {
        Outcome outcome = CommandProcess.measure(
                folder,
                "String.valueOf(n)",
                "throw new IllegalStateException()",
                "--param",
                "n=2,3",
                "--profile",
                "jfr",
                "--format",
                "extended");

        assertThat(outcome.status()).as("one of the snippets failed").isEqualTo(1);
        assertThat(outcome.err())
                .contains("Recording of \"String.valueOf(n) {n=2}\": ")
                .contains(Path.of("microbench-profile", "String.valueOf-n-n=2.jfr")
                        .toString());
        try (var files = Files.list(folder.resolve("microbench-profile"))) {
            // A profile of 20 ms may have no samples to draw.
            List<Path> recordings =
                    files.filter(file -> file.toString().endsWith(".jfr")).toList();
            assertThat(recordings).hasSize(2).allSatisfy(file -> assertThat(
                            jdk.jfr.consumer.RecordingFile.readAllEvents(file))
                    .isNotEmpty());
        }
        assertThat(outcome.row("String.valueOf(n)").get(1)).as("samples").isEqualTo("1");
    }
}
