// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network that can end all hosts that it started, from any thread. */
public final class StoppableNetwork implements NodeNetwork.Joined {

    private final NodeNetwork.Joined network;
    private final Set<HostLines> opened = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Wraps a network that has been joined. */
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
