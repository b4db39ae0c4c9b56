// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.history.JdbcHistory.RetryPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class H2HistoryTest extends AbstractJdbcHistoryTest {

    @TempDir
    Path temp;

    @Override
    String url() {
        return "jdbc:h2:file:" + temp.resolve("history") + ";USER=me;PASSWORD=secret";
    }

    @Test
    void keepsDataInOneFile() {
        store.append(Runs.night(1));
        store.close();
        assertThat(temp.resolve("history.mv.db")).isNotEmptyFile();
        store = open();
        assertThat(HistoryRuns.of(store).runs()).containsExactly(Runs.night(1));
    }

    @Test
    void rejectsFileThatIsNotDatabase() throws IOException {
        Path file = temp.resolve("other.mv.db");
        Files.writeString(file, "not a database");
        assertThatThrownBy(() -> HistoryStore.open("jdbc:h2:file:" + temp.resolve("other")))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("jdbc:h2:file:" + temp.resolve("other") + ": cannot be opened");
        assertThat(file).hasContent("not a database");
    }

    @Test
    void suggestsMissingDriver() {
        assertThatThrownBy(() -> HistoryStore.open("jdbc:oracle:thin:me/secret@host?x=1"))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("no JDBC driver")
                .hasMessageContaining("add com.h2database:h2 or org.postgresql:postgresql as a dependency");
    }

    @Tag("processes")
    @Test
    void storesRunsOfSixteenConcurrentWriters() throws Exception {
        Path notes = Files.createDirectory(temp.resolve("notes"));
        store.close();
        List<String> told = ConcurrentWriters.append(url(), notes);

        assertThat(told).hasSize(ConcurrentWriters.ALL).allSatisfy(line -> assertThat(line)
                .startsWith("stored "));
        try (HistoryStore after = HistoryStore.open(url())) {
            assertThat(HistoryRuns.of(after).runs())
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, ConcurrentWriters.ALL)
                            .mapToObj(ConcurrentWriters::run)
                            .toList());
        }
    }

    /** Another process may have the file open for a while. */
    @Test
    void retriesBusyDatabase() throws SQLException {
        AtomicInteger attempts = new AtomicInteger();

        String found = RetryPolicy.run(() -> {
            if (attempts.incrementAndGet() < 4) {
                throw new SQLException("Database may be already in use", "90020", 90020);
            }
            return "open";
        });

        assertThat(found).isEqualTo("open");
        assertThat(attempts).hasValue(4);
    }

    @Test
    void doesNotRetryOtherErrors() {
        AtomicInteger attempts = new AtomicInteger();

        assertThatThrownBy(() -> RetryPolicy.run(() -> {
                    attempts.incrementAndGet();
                    throw new SQLException("Wrong user name or password", "28000", 28000);
                }))
                .hasMessage("Wrong user name or password");
        assertThat(attempts).hasValue(1);
    }
}
