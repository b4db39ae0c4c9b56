/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that name libraries by coordinates; nothing of Maven is loaded to read them. */
final class LibraryOptions {

    static final String DEPS = "--deps";
    static final String OFFLINE = "--offline";
    static final String SETTINGS = "--maven-settings";
    /** Named as the system property is by which Maven takes it. */
    static final String LOCAL_REPOSITORY = "maven.repo.local";

    @Option(
            names = DEPS,
            paramLabel = "COORDINATES",
            description = "A library from Maven's repositories with all that it needs: group:artifact:version, or"
                    + " group:artifact:extension:classifier:version. With several versions, as in g:a:1.0,1.1, a"
                    + " snippet is measured with each. May be given several times.")
    List<String> deps = new ArrayList<>();

    @Option(names = OFFLINE, description = "Takes libraries (--deps) from the local repository alone.")
    boolean offline;

    @Option(
            names = SETTINGS,
            paramLabel = "FILE",
            description = "Settings of Maven for --deps, instead of ~/.m2/settings.xml.")
    Optional<Path> settings = Optional.empty();

    @Option(
            names = "-D" + LOCAL_REPOSITORY,
            paramLabel = "DIR",
            description = "The local repository of Maven for --deps, instead of ~/.m2/repository.")
    Optional<Path> localRepository = Optional.empty();

    /** Returns whether any library is named. */
    boolean areGiven() {
        return !deps.isEmpty();
    }
}
