// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.text.PreflightException;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class NodeNetworkTest {

    private static final class Nothing implements NodeNetwork {
        @Override
        public Joined join(List<String> nodes, Map<String, String> settings) {
            throw new PreflightException("not here");
        }
    }

    @Test
    void namesArtifactIfImplementationIsMissing() {
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> NodeNetwork.find(List.of("a", "b"), List.of()))
                .withMessage("microbench.nodes = \"a,b\": the class path has no network of nodes. Add the artifact"
                        + " io.microbench:microbench-cluster to it, in the version of the harness.");
    }

    @Test
    void reportsWhyImplementationCannotBeLoaded() {
        Iterable<NodeNetwork> broken = () -> {
            throw new ServiceConfigurationError("no such class");
        };

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> NodeNetwork.find(List.of("a"), broken))
                .withMessageContaining("cannot be loaded: no such class");
    }

    @Test
    void usesAvailableImplementation() {
        Nothing network = new Nothing();

        assertThat(NodeNetwork.find(List.of("a"), List.of(network))).isSameAs(network);
    }
}
