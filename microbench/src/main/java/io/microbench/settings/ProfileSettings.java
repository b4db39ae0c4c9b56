// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The settings of forks with profilers, which are not part of any score; listed in {@link KnownSettings}. */
public final class ProfileSettings {

    static final Setting<String> PROFILE = new Setting<>(
            "microbench.profile",
            "profilers separated by commas: gc, stack, jfr, async, perf, perfnorm, perfasm or another of JMH's, with"
                    + " options as in stack:lines=3;top=5",
            SettingParsers::name,
            Optional.empty(),
            "none",
            "Runs one more fork of each case with each of these profilers; it is not part of any score.");

    static final Setting<Path> ASYNC_LIBRARY = new Setting<>(
            "microbench.asyncProfiler",
            "the file of the library, such as libasyncProfiler.so",
            SettingParsers::path,
            Optional.empty(),
            "none",
            "With microbench.profile=async: the library of async-profiler. The command finds it automatically.");

    /** Names of settings that do not change how a case is measured. */
    static final Set<String> NAMES = Set.of(PROFILE.name(), ASYNC_LIBRARY.name());

    private ProfileSettings() {}

    /** Returns the requested profilers; empty if there are none. */
    public static Optional<Profiling> asked(Settings settings, Path baseDirectory) {
        return settings.find(PROFILE)
                .map(names -> new Profiling(names, settings.find(ASYNC_LIBRARY).map(baseDirectory::resolve)));
    }
}
