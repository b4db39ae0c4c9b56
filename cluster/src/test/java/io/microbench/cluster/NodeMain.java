// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A node in a separate JVM, for tests that kill or freeze it; ends with its input. */
final class NodeMain {

    private NodeMain() {}

    /** Runs a node with the given name and key file, and the address of the first node unless this is the first one. */
    public static void main(String[] arguments) throws Exception {
        ClusterSettings settings = ClusterSettings.node(arguments[0])
                .keyFile(Optional.of(Path.of(arguments[1])))
                .joinDeadline(TestNodes.LONG);
        if (arguments.length > 2) {
            settings = settings.join(List.of(arguments[2]));
        }
        try (Cluster node = Cluster.join(settings, new EchoService())) {
            System.out.println(node.self().address());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
