/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.archive.HarnessPath;
import io.microbench.cluster.Cluster;
import io.microbench.nodes.NodeSettings;
import io.microbench.plan.AskedNodes;
import io.microbench.plan.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import picocli.CommandLine.Option;

/** The words with which a command measures on other nodes. */
final class NodesOption {

    @Option(
            names = "--nodes",
            paramLabel = "NAME[,NAME...]",
            description =
                    "Nodes that measure: each case of a suite on one of them, a snippet on all of them at once. By the"
                            + " names or addresses that microbench nodes lists. -Dmicrobench.join=HOST:PORT,... says where one of"
                            + " them is; default: 127.0.0.1:" + NodeSettings.PORT + ".")
    private Optional<String> names = Optional.empty();

    /** Returns what was given, by the name that the setting has under Maven. */
    Map<String, String> settings() {
        return names.map(value -> Map.of("microbench.nodes", value)).orElse(Map.of());
    }

    /**
     * Returns the nodes in the order in which they were given; none if none were.
     *
     * @throws ConfigurationException if one is there twice, or has no name
     */
    List<String> names() {
        try {
            return names.map(AskedNodes::parse).orElse(List.of());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--nodes " + names.orElse("")
                    + ": accepted are names of nodes, each once, such as a,b. microbench nodes lists them.");
        }
    }

    /** Returns what the class path of a suite needs to reach nodes; nothing if it need not. */
    List<String> classPath() {
        return names.isEmpty()
                ? List.of()
                : Stream.of(Cluster.class, JChannel.class)
                        .flatMap(type -> HarnessPath.location(type.getName()).stream())
                        .toList();
    }
}
