// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The profilers that run in separate forks when everything has been measured.
 *
 * @param profilers their names and options, as they were given
 * @param asyncLibrary the library of async-profiler; empty if none was given
 */
public record Profiling(String profilers, Optional<Path> asyncLibrary) {

    public static final String SETTING = KnownSettings.PROFILE.name();

    /** The setting that names the library of async-profiler. */
    public static final String ASYNC_LIBRARY = KnownSettings.ASYNC_PROFILER.name();

    /** All settings of profiling; none of them changes how a case is measured. */
    public static final Set<String> SETTINGS = Set.of(SETTING, ASYNC_LIBRARY);

    /** Returns the requested profilers; empty if there are none. */
    public static Optional<Profiling> requested(Settings settings, Path baseDirectory) {
        return settings.find(KnownSettings.PROFILE)
                .map(names -> new Profiling(
                        names, settings.find(KnownSettings.ASYNC_PROFILER).map(baseDirectory::resolve)));
    }
}
