// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.remote.HostProcess;
import io.microbench.remote.NodeNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;

/** Simulated nodes, each a folder on this machine; losing a node kills its hosts. */
public final class LocalNetwork implements NodeNetwork {

    private final Path parent;
    private final BiPredicate<String, String> deadly;
    private final Set<String> killed = ConcurrentHashMap.newKeySet();
    private final Map<String, List<HostProcess>> hosts = new ConcurrentHashMap<>();
    Map<String, String> settings = Map.of();

    /**
     * Creates the network.
     *
     * @param parent the folder of the nodes' folders
     * @param deadly whether a node is killed when it prints the given line
     */
    public LocalNetwork(Path parent, BiPredicate<String, String> deadly) {
        this.parent = parent;
        this.deadly = deadly;
    }

    /** Returns whether no host and no process that it started is left. */
    public boolean isQuiet() {
        return hosts.values().stream().flatMap(List::stream).noneMatch(host -> host.handle()
                .isAlive());
    }

    @Override
    public Joined join(List<String> nodes, Map<String, String> given) {
        settings = given;
        return new Joined() {
            @Override
            public HostLines start(String node, ForkServerClient.Launch launch, HostLines.Taker taker) {
                return LocalNetwork.this.start(node, launch, taker);
            }

            @Override
            public boolean isThere(String node) {
                return !killed.contains(node);
            }

            @Override
            public void close() {
                // The starter has closed the host.
            }
        };
    }

    private synchronized HostLines start(String node, ForkServerClient.Launch launch, HostLines.Taker taker) {
        Map<String, String> properties = new TreeMap<>(launch.properties());
        Path own = parent.resolve("node-" + node);
        try {
            Files.createDirectories(own);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Nodes on several machines do not share a lock.
        properties.put("java.io.tmpdir", own.toString());
        HostProcess host = HostProcess.start(
                new ForkServerClient.Launch(launch.name(), launch.classPath(), own, properties),
                new Relay(node, taker));
        hosts.computeIfAbsent(node, none -> new CopyOnWriteArrayList<>()).add(host);
        return host;
    }

    private final class Relay implements HostLines.Taker {

        private final String node;
        private final HostLines.Taker taker;

        Relay(String node, HostLines.Taker taker) {
            this.node = node;
            this.taker = taker;
        }

        @Override
        public void replied(String line) {
            taker.replied(line);
        }

        @Override
        public void printed(String line) {
            taker.printed(line);
            if (deadly.test(node, line) && killed.add(node)) {
                hosts.getOrDefault(node, List.of())
                        .forEach(host -> host.handle().destroyForcibly());
            }
        }

        @Override
        public void ended(HostEnd end) {
            taker.ended(killed.contains(node) ? new HostEnd.NodeLost(node, "killed") : end);
        }
    }
}
