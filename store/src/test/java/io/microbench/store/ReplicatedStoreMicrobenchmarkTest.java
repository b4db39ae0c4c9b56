// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.settings.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicatedStoreMicrobenchmarkTest {

    private final ReplicatedStoreMicrobenchmark benchmark = new SafeReplicatedBenchmark();

    @Test
    void rejectsAnInvalidNumberOfNodes() {
        assertThatThrownBy(() -> benchmark.skipReason("insert", Map.of("backend", "jgroupsraft", "nodes", "12")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("nodes = \"12\": expected 1 to 9 members; -Dmicrobench.param.nodes sets it, or"
                        + " --param nodes of the command");
    }

    @Test
    void skipsUnsupportedCases() {
        Map<String, String> local = Map.of("backend", "jgroupsraft", "nodes", "3", "reads", "local");

        assertThat(benchmark.skipReason("query", local)).isEmpty();
        assertThat(benchmark.skipReason("query", Map.of("backend", "infinispan", "nodes", "3")))
                .contains("no replicated store infinispan with durability safe is on the class path");
        assertThat(new ProcessReplicatedBenchmark()
                        .skipReason("query", Map.of("backend", "infinispan", "nodes", "3", "reads", "linearizable")))
                .contains("infinispan has no linearizable reads");
    }
}
