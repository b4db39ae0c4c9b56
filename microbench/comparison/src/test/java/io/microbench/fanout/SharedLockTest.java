// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.forks.RunLock;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedLockTest {

    private static final String RUN = "4711";

    @TempDir
    private Path temporary;

    private Path first;
    private Path second;
    private final List<String> notes = new ArrayList<>();

    @BeforeEach
    void makeFolders() throws IOException {
        long pid = ProcessHandle.current().pid();
        first = Files.createDirectory(temporary.resolve("microbench-" + pid + "-1"));
        second = Files.createDirectory(temporary.resolve("microbench-" + pid + "-2"));
    }

    private RunLock take(String run, Path folder, boolean free) throws Exception {
        return SharedLock.take(
                run,
                folder,
                Duration.ofMillis(300),
                notes::add,
                () -> free ? Optional.of(RunLock.none()) : Optional.empty());
    }

    @Test
    void hostsOfOneRunShareIt() throws Exception {
        try (RunLock one = take(RUN, first, true);
                RunLock other = take(RUN, second, false)) {
            assertThat(notes).isEmpty();
        }
    }

    @Test
    void anotherRunWaits() throws Exception {
        try (RunLock one = take(RUN, first, true)) {
            assertThatThrownBy(() -> take("4712", second, false)).isInstanceOf(PreflightException.class);
            assertThat(notes).singleElement().asString().startsWith("# Another JMH run is on this machine");
        }
    }

    @Test
    void aHostThatWasKilledHoldsNothing() throws Exception {
        Process ended = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(), "-version")
                .redirectErrorStream(true)
                .start();
        ended.getInputStream().readAllBytes();
        ended.waitFor();
        Path dead = Files.createDirectory(temporary.resolve("microbench-" + ended.pid() + "-3"));
        take(RUN, dead, true).close();

        assertThatThrownBy(() -> take(RUN, second, false)).isInstanceOf(PreflightException.class);
    }
}
