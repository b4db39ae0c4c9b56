// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.plan.Profiling;
import io.microbench.profile.ProfilerGround;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;

/** The words that give the cases of a suite forks with profilers. */
final class SuiteProfileOptions {

    @Mixin
    private final ProfileOptions profile = new ProfileOptions();

    /** Returns the profilers as they were named. */
    ProfileOptions profilers() {
        return profile;
    }

    /**
     * Returns what was given, by the names that the settings have under Maven.
     *
     * @param libraries how libraries are found, that of async-profiler too
     * @param nodes whether other nodes measure
     * @param note takes lines about downloads
     * @throws ConfigurationException if a profiler is unknown, or cannot work here
     */
    Map<String, String> settings(LibraryOptions libraries, boolean nodes, Consumer<String> note) {
        SnippetQuestion.conflict(ProfileOptions.NAME, profile.areGiven(), "--nodes", nodes);
        Map<String, String> settings = new LinkedHashMap<>();
        if (profile.areGiven()) {
            settings.put(Profiling.SETTING, String.join(",", profile.profilers));
            new NamedProfilers(profile, libraries, ProfilerGround.here(), note)
                    .library()
                    .ifPresent(file -> settings.put(Profiling.ASYNC_LIBRARY, file.toString()));
        }
        return settings;
    }
}
