// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.text.PreflightException;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network of nodes: JVMs on this machine or others that start hosts of forks.
 *
 * <p>The harness contains no implementation. An implementation is found by {@link ServiceLoader}, and has a public
 * constructor without parameters.
 */
public interface NodeNetwork {

    /** The artifact with the implementation. */
    String ARTIFACT = "io.microbench:microbench-cluster";

    /** A network that has been joined; thread-safe. */
    interface Joined extends AutoCloseable {

        /**
         * Starts a host on a node. The node starts a {@link HostProcess} from the launch and carries its lines; it
         * checks that its class path entries are the same, and uses its own directory if that of the launch does not
         * exist there.
         *
         * <p>When the node is lost, the lines end with {@link HostLines.HostEnd.NodeLost}. When they are closed, or this JVM
         * ends, the node ends the host.
         *
         * @throws PreflightException if the node refuses or fails to start the host
         */
        HostLines start(String node, ForkServerClient.Launch launch, HostLines.Taker taker);

        /** Returns whether a node is available, as far as is known. */
        boolean isThere(String node);

        /** Leaves the network; remaining hosts end. */
        @Override
        void close();
    }

    /**
     * Joins the network.
     *
     * @param nodes names of the required nodes, at least one, each once
     * @param settings given values of {@code microbench.join} and {@code microbench.cluster.*}, by name
     * @throws PreflightException if a setting cannot be used or a node is not available; the message names the
     *     available nodes
     */
    Joined join(List<String> nodes, Map<String, String> settings);

    /**
     * Finds the implementation on the class path.
     *
     * @throws PreflightException if there is none, or it cannot be loaded
     */
    static NodeNetwork find(List<String> nodes) {
        return find(nodes, ServiceLoader.load(NodeNetwork.class, NodeNetwork.class.getClassLoader()));
    }

    static NodeNetwork find(List<String> nodes, Iterable<NodeNetwork> services) {
        String requested = "microbench.nodes = \"" + String.join(",", nodes) + "\"";
        try {
            for (NodeNetwork network : services) {
                return network;
            }
        } catch (ServiceConfigurationError e) {
            throw new PreflightException(requested + ": the network of nodes cannot be loaded: " + e.getMessage()
                    + ". It must be of the same version as the harness; see " + ARTIFACT + ".");
        }
        throw new PreflightException(requested + ": the class path has no network of nodes. Add the artifact "
                + ARTIFACT
                + " to it, in the version of the harness.");
    }

    /** A network that can end all hosts that it started, from any thread. */
    final class StoppableNetwork implements NodeNetwork.Joined {

        private final NodeNetwork.Joined network;
        private final Set<HostLines> opened = ConcurrentHashMap.newKeySet();
        private volatile boolean stopped;

        public StoppableNetwork(NodeNetwork.Joined network) {
            this.network = network;
        }

        @Override
        public HostLines start(String node, ForkServerClient.Launch launch, HostLines.Taker taker) {
            HostLines lines = network.start(node, launch, taker);
            opened.add(lines);
            if (stopped) {
                lines.close();
            }
            return lines;
        }

        @Override
        public boolean isThere(String node) {
            return network.isThere(node);
        }

        /** Ends all hosts, including those that are just being started. */
        public void stop() {
            stopped = true;
            opened.forEach(HostLines::close);
        }

        @Override
        public void close() {
            stop();
            network.close();
        }
    }
}
