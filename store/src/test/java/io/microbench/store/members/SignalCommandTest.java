// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.store.members.MemberNodes.MemberNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalCommandTest {

    @TempDir
    Path folder;

    @Test
    void reportsAMissingKillCommand() {
        assertThatThrownBy(() -> MemberNode.signal(folder.toString(), "STOP", List.of(1L)))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot freeze members: there is no kill command on the PATH, " + folder);
    }

    @Test
    void usesTheFirstKillOnThePath() throws IOException {
        Path kill = Files.createFile(folder.resolve("kill"));
        assertThat(kill.toFile().setExecutable(true)).isTrue();

        assertThat(MemberNode.signal(folder.toString(), "CONT", List.of(7L, 8L)))
                .containsExactly(kill.toString(), "-CONT", "7", "8");
    }
}
