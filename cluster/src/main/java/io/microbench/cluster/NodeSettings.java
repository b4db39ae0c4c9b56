// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.settings.ConfigurationException;
import io.microbench.text.Durations;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the settings for joining a cluster.
 *
 * <p>{@code microbench.join} and, below {@code microbench.cluster.}: {@code bind}, {@code joinDeadline}, {@code
 * keyFile}, {@code ship}.
 */
public final class NodeSettings {

    /** The setting with the addresses of other nodes. */
    public static final String JOIN = "microbench.join";

    /** The prefix of the names of the other settings. */
    public static final String PREFIX = "microbench.cluster.";

    /** The default port of the first node on a machine. */
    public static final int PORT = 7800;

    private static final Set<String> NAMES = Set.of("bind", "joinDeadline", "keyFile", "ship");

    /** The prefix of the names of members without services. */
    private static final String GUEST = "guest-";

    private static final AtomicInteger GUESTS = new AtomicInteger();

    private final Map<String, String> settings;

    private NodeSettings(Map<String, String> settings) {
        this.settings = new TreeMap<>(settings);
    }

    /**
     * Parses settings, given by name.
     *
     * @throws ConfigurationException if the name of a setting is unknown
     */
    public static NodeSettings of(Map<String, String> settings) {
        for (String name : settings.keySet()) {
            if (name.startsWith(PREFIX) && !NAMES.contains(name.substring(PREFIX.length()))) {
                throw new ConfigurationException(name + " is not a setting. Settings are " + JOIN + " and, below "
                        + PREFIX + ", " + String.join(", ", new TreeSet<>(NAMES)) + ".");
            }
        }
        return new NodeSettings(settings);
    }

    /** Returns whether class path entries are sent to nodes that do not have them. */
    boolean ship() {
        return value("ship")
                .map(text -> switch (text) {
                    case "", "true" -> true;
                    case "false" -> false;
                    default -> throw invalid("ship", text, "true or false");
                })
                .orElse(false);
    }

    /** Returns the settings of a JVM that joins temporarily, without services. */
    public ClusterSettings guest() {
        List<String> join = join();
        String name = GUEST + ProcessHandle.current().pid() + "-" + GUESTS.incrementAndGet();
        return settings(name).join(join.isEmpty() ? List.of(ClusterSettings.LOOPBACK + ":" + PORT) : join);
    }

    /**
     * Returns the settings of a node.
     *
     * @param port the port of the node; if empty, {@value #PORT} for the first node, and any free port for others
     */
    public ClusterSettings node(String name, Optional<Integer> port) {
        if (name.startsWith(GUEST)) {
            throw new ConfigurationException("Node name \"" + name + "\": names of nodes must not begin with " + GUEST
                    + ", which is reserved for JVMs that measure on nodes.");
        }
        List<String> join = join();
        return settings(name).join(join).port(port.orElse(join.isEmpty() ? PORT : 0));
    }

    /** Returns the members with services, the oldest first. */
    public static List<Member> nodes(Cluster cluster) {
        return cluster.members().stream()
                .filter(member -> !member.name().startsWith(GUEST))
                .toList();
    }

    private List<String> join() {
        return Arrays.stream(settings.getOrDefault(JOIN, "").split(","))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .toList();
    }

    private ClusterSettings settings(String name) {
        return ClusterSettings.node(name)
                .bind(value("bind").orElse(ClusterSettings.LOOPBACK))
                .joinDeadline(value("joinDeadline").map(this::deadline).orElse(ClusterSettings.JOIN_DEADLINE))
                .keyFile(value("keyFile").map(NodeSettings::path));
    }

    private Duration deadline(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid("joinDeadline", text, "a time such as 30s");
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw invalid("keyFile", text, "the path of a file");
        }
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(settings.get(PREFIX + name)).map(String::strip);
    }

    private static ConfigurationException invalid(String name, String value, String accepted) {
        return new ConfigurationException(PREFIX + name + " = \"" + value + "\": expected " + accepted + ".");
    }
}
