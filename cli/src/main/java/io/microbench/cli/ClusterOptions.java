// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.NodeSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of every command on nodes: their addresses, and the key with which this one joins them. */
final class ClusterOptions {

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT[,...]",
            description = "Addresses of running nodes. Default for all but node: 127.0.0.1:" + NodeSettings.PORT + ".")
    private Optional<String> join = Optional.empty();

    @Option(
            names = "--join-deadline",
            paramLabel = "TIME",
            description = "How long to look for the others. Default: 30s.")
    private Optional<String> deadline = Optional.empty();

    @Option(
            names = "--bind",
            paramLabel = "HOST",
            description = "Address of this machine to listen on. Default: 127.0.0.1.")
    private Optional<String> bind = Optional.empty();

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description =
                    "Key of the cluster, created by the first node if it does not exist; all nodes have a copy of the same file."
                            + " Default: ~/.config/microbench/node-key.p12.")
    private Optional<String> keyFile = Optional.empty();

    @Option(
            names = "--stack",
            paramLabel = "FILE",
            description = "JGroups stack with the protocol that finds the others, instead of --join.")
    private Optional<String> stack = Optional.empty();

    /** Returns the given values by the names of the settings under Maven. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        join.ifPresent(value -> settings.put(NodeSettings.JOIN, value));
        put(settings, "joinDeadline", deadline);
        put(settings, "bind", bind);
        put(settings, "keyFile", keyFile);
        put(settings, "stack", stack);
        return settings;
    }

    private static void put(Map<String, String> settings, String name, Optional<String> value) {
        value.ifPresent(text -> settings.put(NodeSettings.PREFIX + name, text));
    }
}
