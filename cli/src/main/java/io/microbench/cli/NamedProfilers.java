// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.library.MavenSetup;
import io.microbench.profile.ProfilerGround;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerRequest;
import io.microbench.settings.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The profilers that options name, checked before anything is measured. */
final class NamedProfilers {

    private final ProfileOptions options;
    private final LibraryOptions libraries;
    private final ProfilerGround ground;
    private final Consumer<String> note;

    /**
     * Takes the options.
     *
     * @param note takes lines about downloads
     */
    NamedProfilers(ProfileOptions options, LibraryOptions libraries, ProfilerGround ground, Consumer<String> note) {
        this.options = options;
        this.libraries = libraries;
        this.ground = ground;
        this.note = note;
    }

    /** Reads the names and checks that all can work here; without fetching anything. */
    List<ProfilerRequest> requests() {
        List<ProfilerRequest> requests = ProfilerRequest.parse(ProfileOptions.NAME, options.profilers);
        ground.check(ProfileOptions.NAME, requests);
        return requests;
    }

    /**
     * Plans the profilers.
     *
     * @throws ConfigurationException if one is unknown, or cannot work here
     */
    List<ProfilerPlan> plans() {
        List<ProfilerRequest> requests = requests();
        Optional<Path> library = library(requests);
        return requests.stream()
                .map(request -> ProfilerPlan.of(request, library))
                .toList();
    }

    /**
     * Checks that all can work here, and returns the library of async-profiler; empty where that is not named.
     *
     * @throws ConfigurationException if one is unknown, or cannot work here
     */
    Optional<Path> library() {
        return library(requests());
    }

    private Optional<Path> library(List<ProfilerRequest> requests) {
        return requests.stream().anyMatch(ProfilerRequest::isAsync) ? Optional.of(asyncLibrary()) : Optional.empty();
    }

    private Path asyncLibrary() {
        return new AsyncLibrary()
                .find(
                        MavenSetup.here(libraries.settings(), libraries.localRepository(), libraries.offline),
                        NamedLibraries.cache(),
                        note);
    }
}
