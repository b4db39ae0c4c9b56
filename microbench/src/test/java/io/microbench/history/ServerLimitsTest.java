// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.history.JdbcHistory.ServerLimits;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class ServerLimitsTest {

    @Test
    void limitsConnectionLoginAndAnswers() {
        assertThat(ServerLimits.of("jdbc:postgresql://host/history"))
                .containsEntry("connectTimeout", "60")
                .containsEntry("loginTimeout", "60")
                .containsEntry("socketTimeout", "60");
        assertThat(ServerLimits.of("jdbc:h2:tcp://host/history")).containsEntry("NETWORK_TIMEOUT", "60000");
        assertThat(ServerLimits.of("jdbc:h2:tcp://host/history;network_timeout=5"))
                .isEmpty();
    }

    /** The system accepts connections for a stopped server; the limits in the URL replace the longer defaults. */
    @ParameterizedTest
    @Timeout(60)
    @CsvSource({
        "jdbc:postgresql://127.0.0.1:PORT/history?socketTimeout=1, loginTimeout=SECONDS",
        "jdbc:postgresql://127.0.0.1:PORT/history?loginTimeout=1, socketTimeout=SECONDS",
        "jdbc:h2:tcp://127.0.0.1:PORT/history;NETWORK_TIMEOUT=500, NETWORK_TIMEOUT=MILLISECONDS"
    })
    void givesUpOnSilentServerAndNamesSetting(String url, String setting) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String place = url.replace("PORT", String.valueOf(silent.getLocalPort()));

            assertThatThrownBy(() -> HistoryStore.open(place))
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining(":" + silent.getLocalPort() + "/history: cannot be opened")
                    .hasMessageContaining("the server did not answer in time")
                    .hasMessageContaining(setting);
        }
    }
}
