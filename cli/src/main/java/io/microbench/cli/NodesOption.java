// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.Cluster;
import io.microbench.cluster.NodeSettings;
import io.microbench.forks.HarnessPath;
import io.microbench.settings.AskedNodes;
import io.microbench.settings.ConfigurationException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import picocli.CommandLine.Option;

/** The option for measuring on other nodes. */
final class NodesOption {

    @Option(
            names = "--nodes",
            paramLabel = "NAME[,NAME...]",
            description =
                    "Nodes that all measure the snippets at the same time: names or addresses that microbench nodes lists."
                            + " -Dmicrobench.join=HOST:PORT says where one of them is. Default: 127.0.0.1:"
                            + NodeSettings.PORT + ".")
    private Optional<String> names = Optional.empty();

    /**
     * Returns the nodes in the given order; empty without the option.
     *
     * @throws ConfigurationException if one is given twice or has no name
     */
    List<String> names() {
        try {
            return names.isPresent() ? AskedNodes.parse(names.get()) : List.of();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--nodes " + names.orElse("")
                    + ": expected names of nodes, each once, such as a,b. microbench nodes lists them.");
        }
    }

    /** Returns the entries that the class path of a suite needs to reach nodes. */
    static List<String> classPath() {
        return Stream.of(Cluster.class, JChannel.class)
                .flatMap(type -> HarnessPath.location(type.getName()).stream())
                .toList();
    }
}
