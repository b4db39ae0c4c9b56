// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.text.PreflightException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds libraries by their coordinates, as Maven does: in the local repository, and in the repositories, mirrors and proxies of its
 * settings.
 */
public final class Libraries {

    private Libraries() {}

    /**
     * Returns a set of libraries for each combination of versions, with their runtime dependencies; no set if no
     * library is requested.
     *
     * @param deps coordinates, {@code group:artifact[:extension[:classifier]]:version[,version...]}
     * @throws PreflightException if coordinates cannot be read, or a library is not available
     */
    public static List<LibrarySet> find(List<String> deps, MavenSetup setup, Consumer<String> note) {
        if (deps.isEmpty()) {
            return List.of();
        }
        Map<String, List<String>> choices =
                Coordinates.choices(deps.stream().map(Coordinates::parse).toList());
        try (LibraryResolver resolver = open(setup, note)) {
            return choices.entrySet().stream()
                    .map(choice -> new LibrarySet(choice.getKey(), resolver.resolve(choice.getValue())))
                    .toList();
        }
    }

    private static LibraryResolver open(MavenSetup setup, Consumer<String> note) {
        try {
            return new LibraryResolver(setup, note);
        } catch (NoClassDefFoundError e) {
            throw new PreflightException(Coordinates.OPTION
                    + ", --profile async and large stores need Maven's resolver, which is missing here ("
                    + e.getMessage()
                    + "). The executable jar does not contain it. Use the zip or the tar of the release, and start"
                    + " bin/microbench, which puts it on the class path. Jars can also be named with --classpath.");
        }
    }

    /**
     * A set of libraries for one class path.
     *
     * @param name its versions, which distinguish it from other sets; empty if it is the only set
     * @param files jars by their coordinates with the version, in the order of the class path
     */
    public record LibrarySet(String name, Map<String, Path> files) {

        public LibrarySet {
            files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        }
    }

    /**
     * The setup of Maven on this machine, which determines where Maven finds libraries.
     *
     * @param userSettings the settings of the user, if they exist
     * @param globalSettings the settings of the installation, if there is one
     * @param localRepository the requested local repository; if empty, that of the settings or of the user's folder
     */
    public record MavenSetup(
            Path home,
            Optional<Path> userSettings,
            Optional<Path> globalSettings,
            Optional<Path> localRepository,
            boolean offline) {

        /** The system property of Maven for the local repository. */
        public static final String LOCAL_REPOSITORY = "maven.repo.local";

        private static final String SETTINGS = "settings.xml";

        /**
         * Returns the setup of this user: {@code ~/.m2}, and the installation that {@code MAVEN_HOME} names.
         *
         * @param settings settings to use instead of the user's
         * @param repository a local repository to use instead of the default
         * @throws PreflightException if the given settings do not exist
         */
        public static MavenSetup here(Optional<Path> settings, Optional<Path> repository, boolean offline) {
            settings.filter(file -> !Files.isRegularFile(file)).ifPresent(file -> {
                throw new PreflightException("-Dmaven.user.settings=" + file + ": there is no such file.");
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
}
