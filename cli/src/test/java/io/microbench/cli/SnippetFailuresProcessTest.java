// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests snippets that cannot be compiled or measured, in a separate process. */
class SnippetFailuresProcessTest {

    @TempDir
    Path folder;

    private static Outcome measure(String... arguments) {
        return CommandProcess.measureHere(arguments);
    }

    @Test
    void marksCompileErrorsInTheSnippet() throws Exception {
        Outcome outcome = measure("Math.abs(1) +\n  Math.sqrt(x)");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .containsExactly(
                        "microbench: \"Math.abs(1) + Math.sqrt(x)\" does not compile",
                        "snippet, line 2, column 13: cannot find symbol: variable x",
                        "    Math.sqrt(x)",
                        "              ^",
                        "Declare it, for example with --init-worker 'double x = 2'.");
    }

    @Test
    void namesSetUpOfOtherSnippet() throws Exception {
        assertThat(measure("Math.sqrt(x)", "1", "--init-worker", "int y", "--init-worker", "double x = 2")
                        .err())
                .endsWith("The --init-worker that names x belongs to another snippet: the k-th --init-worker belongs to"
                        + " the k-th snippet. Add its code to the --init-worker of this one.");
    }

    @Test
    void suggestsLibraryOfUnknownPackage() throws Exception {
        assertThat(measure("com.acme.Codec.encode()").err())
                .endsWith("Add its jar or folder with --classpath, or its library with --deps GROUP:ARTIFACT:VERSION.");
    }

    @Test
    void suggestsImportOfJdkClass() throws Exception {
        assertThat(measure("ChronoUnit.DAYS.getDuration()").err())
                .contains(": package ChronoUnit does not exist; it requires the import java.time.temporal.*")
                .endsWith("Add --import 'java.time.temporal.*'.");
    }

    @Test
    void suggestsEnablePreview() throws Exception {
        String snippet = Runtime.version().feature() < 21
                ? "Object o = 1; switch (o) { case Integer i -> 1; default -> 2; }"
                : "Object o = 1; o instanceof int i ? i : 0";

        Outcome outcome = measure(snippet);

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("does not compile", "disabled by default. Measure it with the JVM argument --enable-preview")
                .doesNotContain("\tat ");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void rejectsVirtualThreadsOnOldJdks() throws Exception {
        Outcome outcome = measure("1 + 1", "--threads", "virtual");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("microbench: Virtual threads need JDK 21 or" + " newer; this is JDK ");
    }

    @Test
    @Tag("processes")
    void failsOneSnippetAndRunsDone() throws Exception {
        Outcome outcome = measure(
                "throw new IllegalStateException(\"boom\")",
                // After the first snippet, so it belongs to that snippet only.
                "--done",
                "System.out.println(\"cleaned\")",
                "System.exit(3)",
                "while (true) {}",
                "1 + 1",
                "-Dmicrobench.timeout=5s");

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("cleaned")
                .contains("\"throw new IllegalStateException(\"boom\")\" failed: java.lang.IllegalStateException: boom")
                .contains("\"System.exit(3)\" failed: The fork ended before JMH had finished with it")
                .contains("\"while (true) {}\" failed: No iteration ended for more than 5 s")
                .doesNotContain("\tat ");
        assertThat(outcome.nanos("1 + 1", 2)).isPositive();
    }
}
