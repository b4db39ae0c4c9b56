// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs against a real server, which is started only for this class. */
@Tag("processes")
class PostgresHistoryTest extends AbstractJdbcHistoryTest {

    private static @Nullable PostgresServer server;

    private String url = "";

    @BeforeAll
    static void startServer() throws IOException, InterruptedException {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (server != null) {
            server.close();
            assertThat(server.isAlive()).isFalse();
        }
    }

    @Override
    @BeforeEach
    void openStore() throws Exception {
        url = Objects.requireNonNull(server).newDatabase();
        super.openStore();
    }

    @Override
    String url() {
        return url;
    }

    @Test
    void usesOwnServer() throws SQLException {
        assertThat(column("SHOW server_version")).singleElement().asString().startsWith("18.");
        assertThat(column("SHOW listen_addresses")).containsExactly("127.0.0.1");
    }

    /** A stopped server keeps its connections, and the system accepts new ones for it. */
    @Test
    @Timeout(180)
    void givesUpOnStoppedServer() throws Exception {
        PostgresServer running = Objects.requireNonNull(server);
        try (HistoryStore open = HistoryStore.open(url + "&socketTimeout=1&loginTimeout=1")) {
            running.signal("STOP");
            try {
                assertThatThrownBy(() -> HistoryRuns.of(open))
                        .isInstanceOf(HistoryException.class)
                        .hasMessageContaining("cannot be read")
                        .hasMessageContaining("socketTimeout=SECONDS");
                assertThatThrownBy(() -> open.append(Runs.night(1)))
                        .isInstanceOf(HistoryException.class)
                        .hasMessageContaining("run " + Runs.night(1).id() + " cannot be written");
            } finally {
                running.signal("CONT");
            }
        }
    }

    @Test
    void reportsMissingServer() {
        assertThatThrownBy(() -> HistoryStore.open("jdbc:postgresql://127.0.0.1:1/history?user=me&password=secret"))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith("jdbc:postgresql://127.0.0.1:1/history: cannot be opened")
                .hasMessageNotContaining("secret");
    }
}
