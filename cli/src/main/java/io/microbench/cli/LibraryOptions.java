// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.library.Libraries.MavenSetup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that name libraries by coordinates, and properties; nothing of Maven is loaded to read them. */
final class LibraryOptions {

    static final String DEPS = "--deps";
    static final String OFFLINE = "--offline";
    /** Properties of Maven. */
    static final String SETTINGS = "maven.user.settings";

    static final String LOCAL_REPOSITORY = "maven.repo.local";

    @Option(
            names = DEPS,
            paramLabel = "COORDINATES",
            description = "A library from Maven's repositories with all that it needs: group:artifact:version, or"
                    + " group:artifact:extension:classifier:version. Snippets are measured with each of several"
                    + " versions, as in g:a:1.0,1.1; a suite takes one. May be given several times.")
    List<String> deps = new ArrayList<>();

    @Option(names = OFFLINE, description = "Takes libraries (--deps) from the local repository alone.")
    boolean offline;

    @Option(
            names = "-D",
            paramLabel = "NAME=VALUE",
            mapFallbackValue = "",
            description = "Any other setting by the name it has under Maven, or a system property for the benchmarks;"
                    + " maven.repo.local and maven.user.settings hold for --deps.")
    Map<String, String> properties = new LinkedHashMap<>();

    MavenSetup maven() {
        return MavenSetup.here(
                Optional.ofNullable(properties.get(SETTINGS)).map(Path::of),
                Optional.ofNullable(properties.get(LOCAL_REPOSITORY)).map(Path::of),
                offline);
    }

    boolean areGiven() {
        return !deps.isEmpty();
    }
}
