// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the commands are those of a POSIX shell")
class StoppableCommandTest {

    @TempDir
    Path folder;

    private final List<String> printed = new CopyOnWriteArrayList<>();
    private final StoppableCommand child = new StoppableCommand();

    private StoppableCommand.Ended shell(String command) throws IOException {
        return child.build(folder, printed::add, List.of("sh", "-c", command));
    }

    @Test
    void capturesBothStreamsInOrder() throws IOException {
        StoppableCommand.Ended ended = shell("echo one; echo two >&2; echo three; exit 3");

        assertThat(ended).isEqualTo(new StoppableCommand.Ended(3, List.of("one", "two", "three")));
        assertThat(ended.failed()).isTrue();
        assertThat(ended.text()).isEqualTo(String.join(System.lineSeparator(), "one", "two", "three"));
        assertThat(printed).containsExactly("one", "two", "three");
    }

    @Test
    void runsInGivenFolder() throws IOException {
        assertThat(shell("pwd -P").tail()).containsExactly(folder.toRealPath().toString());
    }

    @Test
    void closesStandardInput() throws IOException {
        StoppableCommand.Ended ended = shell("cat; echo end");

        assertThat(ended).isEqualTo(new StoppableCommand.Ended(0, List.of("end")));
        assertThat(ended.failed()).isFalse();
    }

    @Test
    void forwardsAllLinesAndKeepsLastForty() throws IOException {
        StoppableCommand.Ended ended = shell("i=1; while [ $i -le 50 ]; do echo $i; i=$((i + 1)); done");

        assertThat(printed).hasSize(50);
        assertThat(ended.tail()).hasSize(40).startsWith("11").endsWith("50");
    }

    @Test
    void namesMissingCommand() {
        assertThatThrownBy(() -> child.build(folder, printed::add, List.of("no-such-command-anywhere")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-command-anywhere");
    }

    @Test
    void reportsErrorOfGit() throws IOException {
        StoppableCommand.Ended ended = child.git(folder, printed::add, Duration.ofMinutes(1), "frobnicate");

        assertThat(ended.failed()).isTrue();
        assertThat(ended.text()).contains("'frobnicate' is not a git command");
    }

    @Test
    void endsCommandStartedAfterStop() throws IOException {
        child.stop();

        assertThat(shell("exec sleep 600").failed()).isTrue();
    }

    @Test
    void endsRunningCommandOnStop() throws IOException {
        StoppableCommand.Ended ended = child.build(
                folder, line -> child.stop(), List.of("sh", "-c", "echo started; sleep 600 & wait; echo went on"));

        assertThat(ended.failed()).isTrue();
        assertThat(ended.tail()).contains("started").doesNotContain("went on");
    }
}
