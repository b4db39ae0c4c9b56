// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.nodes;

import io.microbench.remote.HostKind;
import java.util.List;
import java.util.Map;

/**
 * The first line of a conversation with {@link ForkHostService}: what the node is to start. The lines after it are commands for the host.
 *
 * @param name what messages call the host
 * @param classPath what is measured with all it needs
 * @param directory working directory of the host where the node has such a folder
 * @param properties system properties of the host
 * @param kind what the host does
 */
record HostOrder(
        String name, List<PathEntry> classPath, String directory, Map<String, String> properties, HostKind kind) {

    HostOrder {
        classPath = List.copyOf(classPath);
        properties = Map.copyOf(properties);
    }
}
