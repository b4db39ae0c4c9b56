// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Watches snippets in a separate process while the code that they call changes. */
@Tag("any-jdk")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no signals there")
class WatchSnippetProcessTest {

    private static final List<String> BRIEFLY =
            List.of("-s", "1", "-d", "30ms", "-w", "1", "--jvm-arg", "-XX:TieredStopAtLevel=1");

    @TempDir
    Path folder;

    private CommandProcess watch(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("watch"));
        all.addAll(List.of(arguments));
        all.addAll(BRIEFLY);
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        return CommandProcess.start(folder, List.of("-Djava.io.tmpdir=" + temporary), all.toArray(String[]::new));
    }

    private static void await(CommandProcess command, int times, Predicate<String> line) throws InterruptedException {
        CommandProcess.await(
                times + " lines in the following output: " + command.printed(),
                () -> command.printed().lines().filter(line).count() >= times ? Optional.of(true) : Optional.empty());
    }

    private void work(String body) throws IOException {
        CommandProcess.compile(
                folder.resolve("classes"),
                "acme.Work",
                "package acme; public class Work { public static " + body + " }");
    }

    private void endsOnASignal(CommandProcess command, List<ProcessHandle> all) throws Exception {
        command.process().destroy();

        assertThat(command.await().status()).isZero();
        CommandProcess.awaitEnd(all);
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
    }

    @Test
    @Tag("processes")
    void comparesNewClassesWithOldOnes() throws Exception {
        work("void sleep(int ms) throws Exception { Thread.sleep(ms); }");
        try (CommandProcess command =
                watch("acme.Work.sleep(ms)", "-cp", "classes", "--init-worker", "int ms = 1", "-c", "2")) {
            await(command, 6, line -> line.contains("  #1  "));

            work("void sleep(int ms) throws Exception { Thread.sleep(500 * ms); }");
            await(command, 1, line -> line.endsWith("%]: SLOWER"));

            assertThat(command.printed()
                            .lines()
                            .filter(line -> !line.startsWith("WARNING: "))
                            .limit(2)
                            .toList())
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith("Watching acme.Work.sleep(ms). "),
                            line -> assertThat(line).matches("[\\d:]{8}  #1  [\\d.,]+ ops/s"));
            assertThat(command.printed().lines())
                    .anyMatch(line -> line.contains("  The code has changed: #2. Its baseline has "))
                    .anyMatch(line ->
                            line.matches("[\\d:]{8}  #2  [\\d.,]+ ops/s  baseline [\\d.,]+ ops/s, candidate [\\d.,]+"
                                    + " ops/s, speed -9\\d\\.\\d% \\[.*]: undecided after 1 fork; .*"))
                    .filteredOn(line -> line.endsWith(": SLOWER"))
                    .singleElement()
                    .asString()
                    .containsPattern("  #2  .* baseline .*, candidate .*, speed -9\\d\\.\\d% \\[-\\d.*%, -\\d.*%]: ");
            endsOnASignal(command, command.awaitFork());
        }
    }

    @Test
    @Tag("processes")
    void reportsErrorsAndContinues() throws Exception {
        Path file = Files.writeString(
                folder.resolve("Sum.java"), "class Sum {\n  static int run() { return acme.Work.three(); }\n}\n");
        work("int three() { return 3; }");
        try (CommandProcess command = watch("Sum.java", "-cp", "classes")) {
            await(command, 1, line -> line.contains("  #1  "));
            Files.writeString(file, "class Sum {\n  static int run() { return acme.Work.four(); }\n}\n");
            await(command, 1, line -> line.endsWith("  Waiting for a change."));
            work("int four() { throw new IllegalStateException(\"four\"); }");
            await(command, 2, line -> line.endsWith("Waiting for a change."));
            work("int four() { return 4; }");
            await(command, 1, line -> line.contains("  #4  "));

            String printed = command.printed()
                    .replaceAll("(?m)^[\\d:]{8}  ", "")
                    .replaceAll("(?m)^WARNING: .*\n", "")
                    .replaceAll(" Its baseline .*", "");
            assertThat(printed).contains("""
                            The code has changed: #2.
                            "Sum.java" does not compile
                            Sum.java, line 2, column 38: cannot find symbol: method four() in class acme.Work
                                static int run() { return acme.Work.four(); }
                                                                   ^
                            Waiting for a change.
                            The code has changed: #3.
                            The fork failed: java.lang.IllegalStateException: four. Waiting for a change.
                            The code has changed: #4.
                            """).containsPattern("#4  [\\d.]+ [MG] ops/s  baseline ");
            endsOnASignal(command, command.awaitFork());
        }
    }

    @Test
    void rejectsASnippetThatDoesNotCompile() throws Exception {
        try (CommandProcess command = watch("Math.foo(1)")) {
            Outcome outcome = command.await();

            assertThat(outcome.status()).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .endsWith("microbench: \"Math.foo(1)\" does not compile" + System.lineSeparator()
                            + "snippet, line 1, column 5: cannot find symbol: method foo(int) in class java.lang.Math"
                            + System.lineSeparator() + "  Math.foo(1)" + System.lineSeparator() + "      ^"
                            + System.lineSeparator());
        }
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
    }
}
