// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.settings.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSettingsTest {

    @Test
    void joinsNodeOfThisMachineByDefault() {
        assertThat(NodeSettings.of(Map.of()).guest().join()).containsExactly("127.0.0.1:7800");
        assertThat(NodeSettings.of(Map.of("microbench.join", "a:1, b:2,"))
                        .guest()
                        .join())
                .containsExactly("a:1", "b:2");
        assertThat(NodeSettings.of(Map.of()).guest().port()).isZero();
    }

    @Test
    void listensOnDefaultPortAsFirstNode() {
        assertThat(NodeSettings.of(Map.of()).node("a", Optional.empty()).port()).isEqualTo(7800);
        assertThat(NodeSettings.of(Map.of()).node("a", Optional.of(9)).port()).isEqualTo(9);
        assertThat(NodeSettings.of(Map.of("microbench.join", "h:7800"))
                        .node("b", Optional.empty())
                        .port())
                .isZero();
    }

    @Test
    void rejectsGuestNameForNode() {
        assertThatThrownBy(() -> NodeSettings.of(Map.of()).node("guest-1", Optional.empty()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("must not begin with guest-");
    }

    @Test
    void readsEverySetting() {
        ClusterSettings read = NodeSettings.of(Map.of(
                        "microbench.join", "h:7800",
                        "microbench.cluster.bind", "10.0.0.7",
                        "microbench.cluster.joinDeadline", "90s",
                        "microbench.cluster.keyFile", "k.p12"))
                .node("b", Optional.empty());

        assertThat(read)
                .isEqualTo(new ClusterSettings(
                        "b",
                        "10.0.0.7",
                        0,
                        java.util.List.of("h:7800"),
                        Duration.ofSeconds(90),
                        Optional.of(Path.of("k.p12"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "joinDeadline | soon | expected a time such as 30s",
                "ship | perhaps | expected true or false",
                "keyfile | x | is not a setting. Settings are microbench.join and",
            })
    void rejectsInvalidSettings(String name, String value, String message) {
        assertThatThrownBy(() -> {
                    NodeSettings settings = NodeSettings.of(Map.of("microbench.cluster." + name, value));
                    settings.guest();
                    settings.ship();
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("microbench.cluster." + name)
                .hasMessageContaining(message);
    }
}
