// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What Maven is set up with on this machine, as far as it finds libraries.
 *
 * @param home the folder of the user, {@code ~/.m2}
 * @param userSettings the settings of the user, if they exist
 * @param globalSettings the settings of the installation, where there is one
 * @param localRepository the local repository that was named; where empty, that of the settings or of the user's folder
 * @param offline whether nothing may be fetched
 */
public record MavenSetup(
        Path home,
        Optional<Path> userSettings,
        Optional<Path> globalSettings,
        Optional<Path> localRepository,
        boolean offline) {

    /** The system property by which Maven takes a local repository. */
    public static final String LOCAL_REPOSITORY = "maven.repo.local";

    private static final String SETTINGS = "settings.xml";

    /**
     * Returns the setup of this user: {@code ~/.m2}, and the installation that {@code MAVEN_HOME} names.
     *
     * @param settings settings to be used instead of the user's
     * @param repository a local repository to be used instead of the usual one
     * @throws LibraryException if the given settings do not exist
     */
    public static MavenSetup here(Optional<Path> settings, Optional<Path> repository, boolean offline) {
        settings.filter(file -> !Files.isRegularFile(file)).ifPresent(file -> {
            throw new LibraryException("-Dmaven.user.settings=" + file + ": there is no such file.");
        });
        Path home = Path.of(System.getProperty("user.home", ""), ".m2");
        return new MavenSetup(
                home,
                settings.or(() -> Optional.of(home.resolve(SETTINGS)).filter(Files::isRegularFile)),
                Optional.ofNullable(System.getenv("MAVEN_HOME"))
                        .map(maven -> Path.of(maven, "conf", SETTINGS))
                        .filter(Files::isRegularFile),
                repository.or(() -> Optional.ofNullable(System.getProperty(LOCAL_REPOSITORY))
                        .map(Path::of)),
                offline);
    }
}
