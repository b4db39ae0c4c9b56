// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Which profilers get forks of their own when everything is measured.
 *
 * @param profilers their names and options, as they were given
 * @param asyncLibrary the library of async-profiler; empty if none was given
 */
public record Profiling(String profilers, Optional<Path> asyncLibrary) {

    public static final Setting<String> PROFILE = Setting.optional(
            "microbench.profile",
            "profilers separated by commas: gc, stack, jfr, async, perf, perfnorm, perfasm or another of JMH's, with"
                    + " options as in stack:lines=3;top=5",
            SettingParsers::name,
            "Runs one more fork of each case with each of these profilers; it is not part of any score.");

    static final Setting<Path> LIBRARY = Setting.optional(
            "microbench.asyncProfiler",
            "the file of the library, such as libasyncProfiler.so",
            SettingParsers::path,
            "With microbench.profile=async: the library of async-profiler. The command finds it automatically.");

    /** The setting that names the profilers. */
    public static final String SETTING = PROFILE.name();

    /** The setting that names the library of async-profiler. */
    public static final String ASYNC_LIBRARY = LIBRARY.name();

    /** All settings of profiling; none of them changes how a case is measured. */
    public static final Set<String> SETTINGS = Set.of(SETTING, ASYNC_LIBRARY);

    /** Returns the requested profilers; empty if there are none. */
    public static Optional<Profiling> asked(Settings settings, Path baseDirectory) {
        return settings.find(PROFILE)
                .map(names -> new Profiling(names, settings.find(LIBRARY).map(baseDirectory::resolve)));
    }
}
