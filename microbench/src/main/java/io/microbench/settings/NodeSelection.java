// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.SettingValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names the nodes that measure a run.
 *
 * @param names the names of the nodes, at least one, each once
 * @param network the given settings {@code microbench.join} and {@code microbench.cluster.*}, by name; may contain secrets
 */
public record NodeSelection(List<String> names, Map<String, String> network) {

    /** Settings that concern results or are part of the plan of each case; the other settings select cases. */
    private static final Set<Setting<?>> HERE = Set.of(
            KnownSettings.NODES,
            KnownSettings.JOIN,
            KnownSettings.OUTPUT,
            KnownSettings.PERF_REPORT_DIR,
            KnownSettings.LIST_ONLY,
            KnownSettings.HISTORY,
            KnownSettings.BRANCH,
            KnownSettings.BASELINE,
            KnownSettings.SAVE_BASELINE,
            KnownSettings.BASELINE_DIR,
            KnownSettings.REFERENCE,
            KnownSettings.JVM_ARGS,
            KnownSettings.SHARD,
            KnownSettings.MONITOR);

    public NodeSelection {
        names = List.copyOf(names);
        network = Map.copyOf(network);
    }

    /** Returns the given settings by which a node finds the cases of a plan, by name. */
    public static Map<String, String> settings(List<SettingValue> given) {
        Map<String, String> found = new HashMap<>();
        for (SettingValue value : given) {
            if (KnownSettings.accepts(value.name())) {
                found.put(value.name(), value.value());
            }
        }
        return onNode(found);
    }

    /** Returns the given system properties that a host on a node gets: all properties that are not applied here. */
    public static Map<String, String> onNode(Map<String, String> given) {
        Map<String, String> found = new HashMap<>(given);
        found.keySet()
                .removeIf(name -> name.startsWith(KnownSettings.CLUSTER_PREFIX)
                        || HERE.stream().anyMatch(setting -> setting.name().equals(name)));
        return found;
    }

    /** Returns only the names of the nodes, because the settings of the network may contain secrets. */
    @Override
    public String toString() {
        return String.join(",", names);
    }
}
