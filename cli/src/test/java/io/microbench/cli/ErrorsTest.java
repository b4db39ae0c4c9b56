// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.HistoryException;
import io.microbench.judge.JudgeException;
import io.microbench.result.UnreadableRunException;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.SnippetException;
import io.microbench.text.PreflightException;
import io.microbench.text.UserException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Checks message and exit status of each exception that ends a command. */
class ErrorsTest {

    @Command(name = "microbench")
    private static final class Throwing implements Runnable {

        private final RuntimeException exception;

        Throwing(RuntimeException exception) {
            this.exception = exception;
        }

        @Override
        public void run() {
            throw exception;
        }
    }

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int end(RuntimeException exception) {
        return new CommandLine(new Throwing(exception))
                .setExecutionExceptionHandler(new Errors(new PrintStream(err, true, StandardCharsets.UTF_8)))
                .execute();
    }

    private String printed() {
        return err.toString(StandardCharsets.UTF_8);
    }

    static Stream<Function<String, RuntimeException>> usage() {
        return Stream.of(
                ConfigurationException::new,
                PreflightException::new,
                UnreadableRunException::new,
                JudgeException::new,
                HistoryException::new,
                SnippetException::new,
                message -> new HistoryException(message, new IOException("disk full")),
                message -> new UncheckedIOException(message, new IOException("disk full")));
    }

    @ParameterizedTest
    @MethodSource("usage")
    void printsOneLineForUnusableInput(Function<String, RuntimeException> exception) {
        assertThat(end(exception.apply("no such file: x"))).isEqualTo(2);
        assertThat(printed()).isEqualTo("microbench: no such file: x" + System.lineSeparator());
    }

    @Test
    void returnsTheStatusOfTheException() {
        assertThat(end(new UserException("results differ", UserException.FAILED) {}))
                .isEqualTo(1);
        assertThat(printed()).isEqualTo("microbench: results differ" + System.lineSeparator());
    }

    @Test
    void hidesSecretsExceptInQuotedSnippets() {
        end(new ConfigurationException("jvmArgs = -Dtoken=abc123"));
        end(new SnippetException("error in token=abc123"));

        assertThat(printed().lines().toList().get(0)).doesNotContain("abc123");
        assertThat(printed().lines().toList().get(1)).isEqualTo("microbench: error in token=abc123");
    }

    @Test
    void printsStackTracesOfOtherExceptions() {
        assertThat(end(new IllegalStateException("unexpected"))).isEqualTo(1);
        assertThat(printed()).contains("internal error", "IllegalStateException: unexpected", "\tat ");
    }
}
