// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.SettingValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSelectionTest {

    private static Settings settings(Map<String, String> given) {
        return Settings.resolve(List.of(new SettingSource("test", given)));
    }

    @Test
    void readsNodesWithSettingsOfNetwork() {
        Settings settings = settings(Map.of(
                "microbench.nodes", "a, b",
                "microbench.join", "host:7800",
                "microbench.cluster.bind", "10.0.0.1"));

        assertThat(settings.problems()).isEmpty();
        assertThat(settings.nodes())
                .contains(new NodeSelection(
                        List.of("a", "b"),
                        Map.of("microbench.join", "host:7800", "microbench.cluster.bind", "10.0.0.1")));
    }

    @Test
    void usesThisMachineWithoutNodes() {
        assertThat(settings(Map.of("microbench.cluster.bind", "10.0.0.1")).nodes())
                .isEmpty();
    }

    @Test
    void rejectsDuplicateNode() {
        assertThat(settings(Map.of("microbench.nodes", "a,b,a")).problems())
                .containsExactly(
                        "microbench.nodes = \"a,b,a\" (test) cannot be used: a name is given twice. Expected names of"
                                + " nodes; several are separated by commas; each once.");
    }

    @Test
    void passesSecretsToNetworkButNotToRecord() {
        Settings settings = settings(Map.of("microbench.nodes", "a", "microbench.cluster.password", "hunter2"));

        assertThat(settings.nodes().orElseThrow().network()).containsEntry("microbench.cluster.password", "hunter2");
        assertThat(settings.given()).extracting(SettingValue::value).doesNotContain("hunter2");
        assertThat(settings.nodes().orElseThrow()).asString().doesNotContain("hunter2");
    }

    @Test
    void passesSettingsThatSelectCasesToNode() {
        List<SettingValue> given = List.of(
                new SettingValue("microbench.cases", "*Codec*", "test"),
                new SettingValue("microbench.param.size", "1,2", "test"),
                new SettingValue("microbench.threads", "1,2", "test"),
                new SettingValue("microbench.nodes", "a", "test"),
                new SettingValue("microbench.cluster.bind", "x", "test"),
                new SettingValue("microbench.output", "/here", "test"),
                new SettingValue("maven", "./mvnw", "test"));

        assertThat(NodeSelection.settings(given))
                .containsOnly(
                        Map.entry("microbench.cases", "*Codec*"),
                        Map.entry("microbench.param.size", "1,2"),
                        Map.entry("microbench.threads", "1,2"));
    }

    @Test
    void passesNoClusterOrLocalSettingsToHostOnNode() {
        assertThat(NodeSelection.onNode(Map.of(
                        "microbench.cases", "*Codec*",
                        "io.netty.noUnsafe", "true",
                        "microbench.nodes", "a",
                        "microbench.join", "host:7800",
                        "microbench.cluster.keyFile", "/home/me/key.p12",
                        "microbench.jvmArgs", "-Xmx1g",
                        "microbench.output", "/here")))
                .containsOnly(Map.entry("microbench.cases", "*Codec*"), Map.entry("io.netty.noUnsafe", "true"));
    }
}
