// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.history.JdbcHistory.FileMutex;
import io.microbench.history.JdbcHistory.RetryPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileMutexTest {

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

    /** Returns {@code t} if the other process took the lock and holds it now, {@code r} if it was refused. */
    private char askTheOther() throws IOException {
        other.getOutputStream().write('\n');
        other.getOutputStream().flush();
        return (char) other.getInputStream().read();
    }

    @Test
    void excludesOtherProcessUntilDone() throws Exception {
        assertThat(askTheOther()).isEqualTo('t');
        assertThatThrownBy(() -> FileMutex.run(url(), () -> "used"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("another process has locked " + temp.resolve("folder/history.microbench.lock"))
                .matches(e -> RetryPolicy.isBusy((SQLException) e));
        other.getOutputStream().close();
        assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();

        assertThat(FileMutex.run(url(), () -> "used")).isEqualTo("used");
    }

    @Test
    void releasesLockAfterFailure() throws Exception {
        assertThat(FileMutex.run(url(), this::askTheOtherInVain)).isEqualTo('r');
        assertThatThrownBy(() -> FileMutex.run(url(), () -> {
                    throw new SQLException("broken");
                }))
                .hasMessage("broken");

        assertThat(askTheOther()).isEqualTo('t');
    }

    private char askTheOtherInVain() {
        try {
            return askTheOther();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void letsThreadsOfProcessTakeTurns() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        Callable<Integer> turn = () -> FileMutex.run(url(), () -> {
            int most = inside.incrementAndGet();
            Thread.onSpinWait();
            inside.decrementAndGet();
            return most;
        });
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (Future<Integer> each : threads.invokeAll(Collections.nCopies(40, turn))) {
                assertThat(each.get()).isOne();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void leavesMissingFolderToDatabase() throws Exception {
        Files.writeString(temp.resolve("folder"), "a file");

        assertThat(FileMutex.run(url(), () -> "opened")).isEqualTo("opened");
    }

    @Test
    void usesNoLockForOtherDatabases() throws Exception {
        assertThat(FileMutex.run("jdbc:postgresql://host/history", () -> "opened"))
                .isEqualTo("opened");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:/data/night",
                "jdbc:h2:file:/data/night",
                "jdbc:h2:file:/data/../data/night;USER=me;PASSWORD=secret",
                "jdbc:h2:/data/night;auto_server=false"
            })
    void readsPathOfFile(String url) {
        assertThat(FileMutex.file(url)).contains(Path.of("/data/night"));
    }

    @Test
    void resolvesPathsInHomeAndWorkingDirectory() {
        assertThat(FileMutex.file("jdbc:h2:~/night"))
                .contains(Path.of(System.getProperty("user.home"), "night").toAbsolutePath());
        assertThat(FileMutex.file("jdbc:h2:./night"))
                .contains(Path.of("night").toAbsolutePath().normalize());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:night",
                "jdbc:h2:tcp://host/night",
                "jdbc:h2:ssl://host/night",
                "jdbc:h2:zip:/data/night.zip!/night",
                "jdbc:h2:/data/night;AUTO_SERVER=TRUE",
                "jdbc:postgresql://host/night",
                "jdbc:h2:"
            })
    void returnsNoFileForDatabaseOfOneProcess(String url) {
        assertThat(FileMutex.file(url)).isEmpty();
    }
}
