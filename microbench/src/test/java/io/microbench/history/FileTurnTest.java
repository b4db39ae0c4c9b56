// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTurnTest {

    @TempDir
    Path temp;

    private Process other;

    @BeforeEach
    void startAnotherProcess() throws IOException {
        other = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        AnotherTurn.class.getName(),
                        url())
                .redirectErrorStream(true)
                .start();
    }

    @AfterEach
    void endTheOtherProcess() throws Exception {
        other.destroyForcibly().waitFor();
    }

    private String url() {
        return "jdbc:h2:file:" + temp.resolve("folder/history");
    }

    private void letTheOtherTakeItsTurn() throws IOException {
        other.getOutputStream().write('\n');
        other.getOutputStream().flush();
        assertThat(other.getInputStream().read()).isEqualTo('t');
    }

    @Test
    void oneProcessHasTheTurnUntilItsLastConnectionIsClosed() throws Exception {
        letTheOtherTakeItsTurn();
        assertThatThrownBy(() -> FileTurn.take(url()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("another process has locked " + temp.resolve("folder/history.microbench.lock"))
                .matches(e -> Patience.isBusy((SQLException) e));
        other.getOutputStream().close();
        assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();

        FileTurn.take(url()).close();
    }

    @Test
    void connectionsOfAProcessShareTheTurn() throws Exception {
        FileTurn first = FileTurn.take(url());
        FileTurn second = FileTurn.take(url());
        first.close();
        other.getOutputStream().write('\n');
        other.getOutputStream().flush();
        assertThat(other.getInputStream().read()).as("refused").isEqualTo('r');
        second.close();
        letTheOtherTakeItsTurn();
    }

    @Test
    void aFolderThatCannotBeMadeIsLeftToTheDatabase() throws Exception {
        Files.writeString(temp.resolve("folder"), "a file");

        FileTurn turn = FileTurn.take(url());

        assertThat(turn.run(() -> "opened")).isEqualTo("opened");
        turn.close();
    }

    @Test
    void otherDatabasesNeedNone() throws Exception {
        try (FileTurn turn = FileTurn.take("jdbc:postgresql://host/history")) {
            assertThat(turn.run(() -> "opened")).isEqualTo("opened");
        }
    }
}
