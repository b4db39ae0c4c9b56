// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.judge.RunComparison;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SnippetActionTest {

    private static final String WAITING = "# Another JMH run holds the lock; waiting up to 10 min for it to end.";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void checksTheSnippetOnceWhileWaiting() {
        AtomicInteger checks = new AtomicInteger();
        Consumer<String> notes =
                SnippetAction.whileWaiting(new PrintStream(err, true, StandardCharsets.UTF_8), checks::incrementAndGet);

        notes.accept("# something else");
        assertThat(checks).hasValue(0);
        notes.accept(WAITING);
        notes.accept(WAITING);

        assertThat(checks).hasValue(1);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly(WAITING, WAITING);
    }

    @Test
    void exitsWithTwoIfNothingIsComparable() {
        RunComparison refused = new RunComparison(
                "before",
                "now",
                List.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.of("JDK"),
                Optional.empty(),
                Optional.empty());

        assertThat(ExitCode.of(refused, false)).isEqualTo(2);
    }

    @Test
    void reportsCompileErrorsWithoutWaiting() {
        Consumer<String> notes = SnippetAction.whileWaiting(new PrintStream(err, true, StandardCharsets.UTF_8), () -> {
            throw new IllegalArgumentException("does not compile");
        });

        assertThatThrownBy(() -> notes.accept(WAITING)).hasMessage("does not compile");
    }
}
