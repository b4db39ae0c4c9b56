// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.process.PrivateFolders;
import io.microbench.process.Programs;
import io.microbench.snippet.Microbench.InProcess;
import io.microbench.text.UserException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Measures in a real JVM, which has only the class of the application on its class path. */
@Tag("processes")
class AttachmentTest {

    private static final Duration BRIEFLY = Duration.ofMillis(300);

    private Process target;
    private BufferedReader answers;
    private PrintStream questions;

    @BeforeEach
    void startTarget() throws Exception {
        Path classes = Path.of(AttachTarget.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        target = new ProcessBuilder(
                        Programs.ofJdk("java"),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes.toString(),
                        AttachTarget.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = new BufferedReader(new InputStreamReader(target.getInputStream(), StandardCharsets.UTF_8));
        questions = new PrintStream(target.getOutputStream(), true, StandardCharsets.UTF_8);
        // A JVM that is still starting would be killed by the attach signal.
        assertThat(ask("threads")).contains("main");
    }

    @AfterEach
    void endTarget() throws Exception {
        target.destroyForcibly().waitFor();
    }

    private String ask(String question) throws IOException {
        questions.println(question);
        return String.valueOf(answers.readLine());
    }

    /** Returns the threads of an attached JVM, which keeps its attach thread until it ends. */
    private String threads() throws IOException {
        try (Attachment attachment = Attachment.to(target.pid())) {
            assertThat(attachment.description()).startsWith(AttachTarget.class.getName() + ", Java ");
        }
        return ask("threads");
    }

    private InProcess measure(String snippet) {
        try (Attachment attachment = Attachment.to(target.pid())) {
            return attachment.measure(
                    Snippet.of(snippet), List.of(AttachTarget.class.getName()), List.of(), "", BRIEFLY);
        }
    }

    @Test
    void measuresInTargetJvmAndLeavesNothingThere() throws Exception {
        String before = threads();

        InProcess found = measure("AttachTarget.see(this); AttachTarget.next()");

        assertThat(found.calls()).isPositive().isEqualTo(Long.parseLong(ask("calls")));
        assertThat(found.nanos()).isPositive();
        assertThat(found.median()).isPositive().isLessThanOrEqualTo(found.p99());
        assertThat(found.p999()).isBetween(found.p99(), found.longest() * 1.01);
        assertThat(ask("threads")).isEqualTo(before);
        assertThat(ask("loader")).isEqualTo("collected");
        assertThat(leftFiles()).isEmpty();
        try (Attachment attachment = Attachment.to(target.pid())) {
            assertThat(attachment
                            .measure(
                                    Snippet.of("AttachTarget.next()"),
                                    List.of(AttachTarget.class.getName()),
                                    List.of(),
                                    AttachTarget.class.getName(),
                                    BRIEFLY)
                            .calls())
                    .isPositive();
        }
    }

    @Test
    void interruptsBlockedCall() throws Exception {
        String before = threads();

        assertThatThrownBy(() -> measure("Thread.sleep(Long.MAX_VALUE)"))
                .isInstanceOf(SnippetException.class)
                .hasMessageEndingWith(": it did not return in time, and was interrupted.");
        assertThat(ask("threads")).isEqualTo(before);
        assertThat(leftFiles()).isEmpty();
    }

    @Test
    void reportsCallThatCannotBeInterrupted() throws Exception {
        String before = threads();

        assertThatThrownBy(() -> measure("while (AttachTarget.isBusy()) {}"))
                .isInstanceOf(SnippetException.class)
                .hasMessageContaining("its thread microbench-calls keeps running in that JVM until it returns");
        assertThat(ask("threads")).contains("microbench-calls");
        assertThat(ask("end")).isEqualTo("ended");
        while (!ask("threads").equals(before)) {
            Thread.sleep(10);
        }
        assertThat(leftFiles()).isEmpty();
    }

    @Test
    void reportsCausesOfErrors() throws Exception {
        assertThatThrownBy(() -> measure("AttachTarget.nextt()"))
                .isInstanceOf(SnippetException.class)
                .hasMessageContaining("snippet, line 1, column 13: cannot find symbol: method nextt() in class");
        assertThatThrownBy(() -> measure("throw new IllegalStateException(\"boom\")"))
                .hasMessage("Failed after 0 calls: java.lang.IllegalStateException: boom, in line 1: throw new"
                        + " IllegalStateException(\"boom\")")
                .isInstanceOfSatisfying(
                        SnippetException.class, e -> assertThat(e.exitStatus()).isEqualTo(UserException.FAILED));
        assertThatThrownBy(() -> measure("int a = 1;\nInteger.parseInt(\"x\" + a)"))
                .hasMessageMatching("Failed after 0 calls: java.lang.NumberFormatException: .*"
                        + ", at java.lang.*[.]java:\\d+\\), in line 2: Integer.parseInt\\(\"x\" \\+ a\\)");
        try (Attachment attachment = Attachment.to(target.pid())) {
            assertThatThrownBy(() -> attachment.measure(Snippet.of("1"), List.of(), List.of(), "acme.Missing", BRIEFLY))
                    .hasMessageContaining("acme.Missing: that JVM has not loaded this class");
        }
        target.destroyForcibly().waitFor();
        assertThatThrownBy(() -> measure("1"))
                .hasMessage("There is no process " + target.pid() + ". 'jcmd' lists the JVMs of this user.");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reportsThatTheTargetEnded() {
        assertThatThrownBy(() -> measure("Runtime.getRuntime().halt(3)"))
                .hasMessage("Process " + target.pid() + " ended during the measurement.");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void refusesAProcessThatIsNotAJvm() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "600").start();
        try {
            assertThatThrownBy(() -> Attachment.to(sleeper.pid()))
                    .hasMessageMatching("Process " + sleeper.pid()
                            + " [(].*[)] is not a JVM[.] 'jcmd' lists the JVMs of this user[.]");
            assertThat(sleeper.isAlive()).isTrue();
        } finally {
            sleeper.destroy();
        }
    }

    /** Returns the temporary folders of this process and the jar of the agent. */
    private List<Path> leftFiles() throws IOException {
        Path agent = PrivateFolders.cache(System.getenv(), System.getProperties())
                .orElseThrow()
                .resolve("agent-" + target.pid() + ".jar");
        try (Stream<Path> temporary = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return Stream.concat(
                            Optional.of(agent).filter(Files::exists).stream(),
                            temporary.filter(file -> file.getFileName()
                                    .toString()
                                    .startsWith("microbench-"
                                            + ProcessHandle.current().pid() + "-")))
                    .toList();
        }
    }
}
