// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network that can end all hosts that were started through it, from any thread. */
public final class StoppableNetwork implements NodeNetwork.Joined {

    private final NodeNetwork.Joined network;
    private final Set<HostLines> opened = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Takes over a network that has been joined. */
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

    /** Ends all hosts, those that are being started among them. */
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
