// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.remote.HostProcess.HostKind;
import java.util.List;
import java.util.Map;

/**
 * The first line of a conversation with {@link ForkHostService}: the host that the node starts. The following lines are
 * commands for the host.
 *
 * @param name the name of the host in messages
 * @param classPath the class path of the benchmarks and their dependencies
 * @param directory working directory of the host, if the node has such a folder
 * @param properties system properties of the host
 * @param kind the kind of the host
 */
record HostOrder(
        String name, List<PathEntry> classPath, String directory, Map<String, String> properties, HostKind kind) {

    HostOrder {
        classPath = List.copyOf(classPath);
        properties = Map.copyOf(properties);
    }
}
