// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.NodeSettings;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.KnownSettings;
import io.microbench.settings.Settings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of snippets that are given with {@code -D}, under the names of the settings of suites. */
final class SnippetSettings {

    static final String SEED = "microbench.seed";
    static final String MONITOR = "microbench.monitor";
    static final String FORCE = "microbench.forceComparison";
    private static final String TIMEOUT = "microbench.timeout";

    private static final List<String> KNOWN = List.of(
            FORCE, NodeSettings.JOIN, MONITOR, SEED, TIMEOUT, LibraryOptions.LOCAL_REPOSITORY, LibraryOptions.SETTINGS);

    private final Map<String, String> given;
    private final Optional<Settings> settings;

    /**
     * Reads the settings. Loads no harness classes if there are none.
     *
     * @throws ConfigurationException if a setting does not apply to snippets, or its value is invalid
     */
    SnippetSettings(Map<String, String> given) {
        this.given = given;
        given.keySet().stream()
                .filter(name -> !KNOWN.contains(name) && !name.startsWith(NodeSettings.PREFIX))
                .findFirst()
                .ifPresent(name -> {
                    throw new ConfigurationException("-D" + name + " does not apply to snippets: expected one of "
                            + String.join(", ", KNOWN) + " or a setting of " + NodeSettings.PREFIX + "*. --jvm-arg=-D"
                            + name
                            + "=... sets a system property of the measured JVMs.");
                });
        this.settings = given.isEmpty() ? Optional.empty() : Optional.of(SettingOptions.read(given));
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    /** Returns the seed of a random order. */
    long seed() {
        return has(SEED) ? settings.orElseThrow().seed() : 0;
    }

    Optional<Duration> timeout() {
        return settings.isPresent() ? settings.get().find(KnownSettings.TIMEOUT) : Optional.empty();
    }

    Optional<String> monitor() {
        return settings.isPresent() ? settings.get().find(KnownSettings.MONITOR) : Optional.empty();
    }

    boolean forcesComparison() {
        return settings.isPresent() && settings.get().value(KnownSettings.FORCE_COMPARISON);
    }

    Map<String, String> network() {
        Map<String, String> network = new LinkedHashMap<>(given);
        network.keySet().removeIf(name -> !name.equals(NodeSettings.JOIN) && !name.startsWith(NodeSettings.PREFIX));
        return network;
    }
}
