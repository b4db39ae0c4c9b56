// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings with which a node joins.
 *
 * @param name the name of the node: 1 to 64 letters, digits, or {@code . _ -}
 * @param bind host name or address of the network interface on which all sockets of the node listen
 * @param port port on which it listens; 0 for any free port
 * @param join addresses of nodes as {@code host:port}; a node that is first in its list, or has no list, may start
 *     alone
 * @param joinDeadline the time limit for finding and joining other nodes
 * @param keyFile the key file of the cluster, created by the first node if missing; empty for the user's key file
 */
public record ClusterSettings(
        String name, String bind, int port, List<String> join, Duration joinDeadline, Optional<Path> keyFile) {

    /** The address on which nodes listen by default. */
    public static final String LOOPBACK = "127.0.0.1";

    /** The default time limit for finding other nodes. */
    public static final Duration JOIN_DEADLINE = Duration.ofSeconds(30);

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._-]{1,64}");
    private static final int HIGHEST_PORT = 65_535;

    /**
     * Checks the values as far as possible without a network.
     *
     * @throws ClusterException if a value cannot be used
     */
    public ClusterSettings {
        join = List.copyOf(join);
        if (!NAME.matcher(name).matches()) {
            throw new ClusterException("Node name \"" + name + "\": use 1 to 64 letters, digits, and . _ -");
        }
        if (port < 0 || port > HIGHEST_PORT) {
            throw new ClusterException("Port " + port + ": use 1 to " + HIGHEST_PORT + ", or 0 for any that is free");
        }
        if (joinDeadline.isNegative() || joinDeadline.isZero()) {
            throw new ClusterException("Join deadline " + joinDeadline + ": use a time above zero, such as 30s");
        }
        join.forEach(HostPort::parse);
    }

    /** Returns the settings of a node that starts alone on any port of the loopback interface. */
    public static ClusterSettings node(String name) {
        return new ClusterSettings(name, LOOPBACK, 0, List.of(), JOIN_DEADLINE, Optional.empty());
    }

    public ClusterSettings bind(String other) {
        return new ClusterSettings(name, other, port, join, joinDeadline, keyFile);
    }

    public ClusterSettings port(int other) {
        return new ClusterSettings(name, bind, other, join, joinDeadline, keyFile);
    }

    public ClusterSettings join(List<String> other) {
        return new ClusterSettings(name, bind, port, other, joinDeadline, keyFile);
    }

    public ClusterSettings joinDeadline(Duration other) {
        return new ClusterSettings(name, bind, port, join, other, keyFile);
    }

    public ClusterSettings keyFile(Optional<Path> other) {
        return new ClusterSettings(name, bind, port, join, joinDeadline, other);
    }

    /** Returns whether this is the first node, which others join and which may start alone. */
    boolean isFirst(InetSocketAddress own) {
        return join.isEmpty() || HostPort.parse(join.get(0)).equals(own);
    }
}
