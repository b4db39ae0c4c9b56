// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * Chooses one profiler of each kind, whether it is named by its short name or by its class.
 *
 * <p>JMH refuses to run two of one name, and lets two of one class count everything twice.
 */
public final class ProfilerChoice {

    private ProfilerChoice() {}

    /** Returns the usual ones and those of the class, which wins. */
    static List<String> of(List<String> usual, List<ProfilerConfig> asked) {
        Map<String, ProfilerConfig> chosen = new LinkedHashMap<>();
        usual.forEach(text -> put(chosen, config(text)));
        Map<String, ProfilerConfig> ofClass = new LinkedHashMap<>();
        asked.forEach(config -> put(ofClass, config));
        ofClass.forEach((kind, config) -> {
            ProfilerConfig known = chosen.get(kind);
            if (known == null || !known.getOpts().equals(config.getOpts())) {
                chosen.put(kind, config);
            }
        });
        return texts(chosen.values());
    }

    /** Of one kind the last wins that says how it is to work. */
    private static void put(Map<String, ProfilerConfig> chosen, ProfilerConfig config) {
        chosen.merge(kind(config), config, (known, next) -> next.getOpts().isEmpty() ? known : next);
    }

    private static List<String> texts(Collection<ProfilerConfig> configs) {
        return configs.stream().map(ProfilerChoice::text).toList();
    }

    private static String text(ProfilerConfig config) {
        return config.getOpts().isEmpty() ? config.getKlass() : config.getKlass() + ":" + config.getOpts();
    }

    /** Returns the name and the options of a profiler written as {@code stack:lines=3}. */
    public static ProfilerConfig config(String text) {
        String[] nameAndOptions = text.split(":", 2);
        return new ProfilerConfig(nameAndOptions[0], nameAndOptions.length > 1 ? nameAndOptions[1] : "");
    }

    /** Returns the class of a profiler; its requested name if it cannot work here. */
    private static String kind(ProfilerConfig config) {
        try {
            return ProfilerFactory.getProfilerOrException(config).getClass().getName();
        } catch (ProfilerException e) {
            return config.getKlass();
        }
    }
}
