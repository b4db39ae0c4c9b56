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
 * @param name name of the node: letters, digits, {@code . _ -}, at most 64
 * @param bind host name or address of the device on which all sockets of the node listen
 * @param port port on which it listens; 0 for any free port
 * @param join addresses of nodes as {@code host:port}; a node that is first in its list, or has neither a list nor a
 *     stack file, may start alone
 * @param joinDeadline how long a node searches and waits for the others
 * @param keyFile the key of the cluster, created by the first node if it does not exist; empty for the user's key
 * @param stack file with the JGroups protocol that finds the others, instead of {@code join}
 */
public record ClusterSettings(
        String name,
        String bind,
        int port,
        List<String> join,
        Duration joinDeadline,
        Optional<Path> keyFile,
        Optional<Path> stack) {

    /** The address on which nodes listen by default. */
    public static final String LOOPBACK = "127.0.0.1";

    /** How long a node searches for the others by default. */
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
        if (!join.isEmpty() && stack.isPresent()) {
            throw new ClusterException(
                    "Other nodes are found either by a list (--join) or by a stack file (--stack): give one of them");
        }
        join.forEach(HostPort::parse);
    }

    /** Returns a builder of the settings of a node with the given name, alone on any port of the loopback device. */
    public static Builder node(String name) {
        return new Builder(name);
    }

    /** Returns whether this is the first node, which others join and which may start alone. */
    boolean isFirst(InetSocketAddress own) {
        return stack.isEmpty() && (join.isEmpty() || HostPort.parse(join.get(0)).equals(own));
    }

    public static final class Builder {

        private final String name;
        private String bind = LOOPBACK;
        private int port;
        private List<String> join = List.of();
        private Duration joinDeadline = JOIN_DEADLINE;
        private Optional<Path> keyFile = Optional.empty();
        private Optional<Path> stack = Optional.empty();

        private Builder(String name) {
            this.name = name;
        }

        public Builder bind(String value) {
            bind = value;
            return this;
        }

        public Builder port(int value) {
            port = value;
            return this;
        }

        public Builder join(List<String> value) {
            join = value;
            return this;
        }

        public Builder joinDeadline(Duration value) {
            joinDeadline = value;
            return this;
        }

        public Builder keyFile(Optional<Path> value) {
            keyFile = value;
            return this;
        }

        public Builder stack(Optional<Path> value) {
            stack = value;
            return this;
        }

        /**
         * Returns the settings.
         *
         * @throws ClusterException if a value cannot be used
         */
        public ClusterSettings build() {
            return new ClusterSettings(name, bind, port, join, joinDeadline, keyFile, stack);
        }
    }
}
