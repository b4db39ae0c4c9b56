// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Coordinates.LibraryChoice;
import io.microbench.text.Sha256;
import io.microbench.text.UserException;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds libraries by their coordinates, as Maven does: in the local repository, and in the repositories, mirrors and proxies of its
 * settings.
 *
 * <p>Maven's resolver takes several tenths of a second to start, so what it has found is cached. Nothing of it is loaded for what is
 * in the cache.
 */
public final class Libraries {

    private Libraries() {}

    /**
     * Returns a set of libraries for each combination of versions, with all that they need at run time; none where nothing is asked
     * for.
     *
     * @param deps coordinates, {@code group:artifact[:extension[:classifier]]:version[,version...]}
     * @param cache folder in which is kept what was found; nothing is where empty
     * @param note takes lines about downloads, and warnings
     * @throws LibraryException if coordinates cannot be read, or a library cannot be had
     */
    public static List<LibrarySet> find(
            List<String> deps, MavenSetup setup, Optional<Path> cache, Consumer<String> note) {
        if (deps.isEmpty()) {
            return List.of();
        }
        List<LibraryChoice> choices =
                LibraryChoice.of(deps.stream().map(Coordinates::parse).toList());
        Optional<LibraryCache> kept = cache.map(folder -> new LibraryCache(folder, setup));
        List<LibrarySet> sets = new ArrayList<>();
        Optional<LibraryResolver> resolver = Optional.empty();
        try {
            for (LibraryChoice choice : choices) {
                Optional<Map<String, Path>> known = kept.flatMap(its -> its.find(choice.coordinates()));
                if (known.isEmpty()) {
                    resolver = Optional.of(resolver.orElseGet(() -> open(setup, note)));
                    LibraryResolver.Found found = resolver.get().resolve(choice.coordinates());
                    if (!found.changing()) {
                        kept.ifPresent(its -> its.keep(choice.coordinates(), found.files()));
                    }
                    known = Optional.of(found.files());
                }
                sets.add(new LibrarySet(choice.name(), known.get()));
            }
            return sets;
        } finally {
            // A reference to the method would load the class, and Maven's with it, where there is none to close.
            if (resolver.isPresent()) {
                resolver.get().close();
            }
        }
    }

    private static LibraryResolver open(MavenSetup setup, Consumer<String> note) {
        try {
            return new LibraryResolver(setup, note);
        } catch (NoClassDefFoundError e) {
            throw new LibraryException(
                    Coordinates.OPTION
                            + " needs Maven's resolver, which bin/microbench puts on the class path: start the"
                            + " command with it, or add lib/maven/* (" + e.getMessage() + " is missing).",
                    e);
        }
    }

    /**
     * Libraries that go together on a class path.
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
     * What Maven is set up with on this machine, as far as it finds libraries.
     *
     * @param userSettings the settings of the user, if they exist
     * @param globalSettings the settings of the installation, where there is one
     * @param localRepository the local repository that was named; where empty, that of the settings or of the user's folder
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

    /** Reports coordinates that cannot be read, or a library that is not available, and what to do about it. */
    static final class LibraryException extends UserException {

        private static final long serialVersionUID = 1L;

        LibraryException(String message) {
            super(message);
        }

        LibraryException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Caches which files libraries consist of.
     *
     * <p>A version that was published does not change, so an answer holds as long as its files are unchanged. The
     * name of its file is a digest of the coordinates, Maven's settings, the variables that they use, the local repository
     * and the JDK, by which profiles are activated.
     */
    record LibraryCache(Path folder, MavenSetup setup) {

        /** A profile whose activation depends on properties, variables or files, which no digest contains. */
        private static final Pattern CONDITION =
                Pattern.compile("<activation>(?!\\s*<activeByDefault>[^<]*</activeByDefault>\\s*</activation>)");

        private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?:env\\.)?([^}]+)}");
        /** Digits of a digest in hexadecimal: enough to distinguish any two answers. */
        private static final int KEY_LENGTH = 24;
        /** Of a line: coordinates, length and time of the file, and the file. */
        private static final int FIELDS = 4;

        /** Returns jars by their coordinates, if they are known and as they were. */
        Optional<Map<String, Path>> find(List<String> coordinates) {
            try {
                Optional<Path> file = file(coordinates).filter(Files::isRegularFile);
                if (file.isEmpty()) {
                    return Optional.empty();
                }
                Map<String, Path> files = new LinkedHashMap<>();
                for (String line : Files.readAllLines(file.get())) {
                    List<String> fields = List.of(line.split("\t", FIELDS));
                    if (fields.size() < FIELDS) {
                        return Optional.empty();
                    }
                    Path jar = Path.of(fields.get(FIELDS - 1));
                    if (!line.equals(line(fields.get(0), jar))) {
                        return Optional.empty();
                    }
                    files.put(fields.get(0), jar);
                }
                return files.isEmpty() ? Optional.empty() : Optional.of(files);
            } catch (IOException | IllegalArgumentException e) {
                // A file was deleted, or the cache is damaged.
                return Optional.empty();
            }
        }

        /** Keeps an answer; one that cannot be kept is found again. */
        void keep(List<String> coordinates, Map<String, Path> files) {
            try {
                Optional<Path> file = file(coordinates);
                if (file.isEmpty()) {
                    return;
                }
                StringBuilder text = new StringBuilder();
                for (Map.Entry<String, Path> one : files.entrySet()) {
                    text.append(line(one.getKey(), one.getValue())).append('\n');
                }
                Files.createDirectories(folder);
                WholeFile.write(file.get(), text.toString());
            } catch (IOException e) {
                // The disk is full, or a file was deleted meanwhile.
            }
        }

        private static String line(String name, Path file) throws IOException {
            return name
                    + '\t'
                    + Files.size(file)
                    + '\t'
                    + Files.getLastModifiedTime(file).toMillis()
                    + '\t'
                    + file;
        }

        /** Returns the file of an answer; empty if it depends on more than a digest can contain. */
        private Optional<Path> file(List<String> coordinates) throws IOException {
            StringBuilder key = new StringBuilder(String.join("\n", coordinates));
            key.append('\0').append(setup.home()).append(setup.localRepository());
            key.append('\0').append(System.getProperty("java.version")).append(System.getProperty("os.name"));
            for (Optional<Path> settings : List.of(setup.userSettings(), setup.globalSettings())) {
                key.append('\0');
                if (settings.isPresent()) {
                    String text = Files.readString(settings.get());
                    if (CONDITION.matcher(text).find()) {
                        return Optional.empty();
                    }
                    key.append(text);
                    VARIABLE.matcher(text)
                            .results()
                            .map(variable -> variable.group(1))
                            .forEach(name ->
                                    key.append('\0').append(System.getenv(name)).append(System.getProperty(name)));
                }
            }
            return Optional.of(folder.resolve(Sha256.of(key.toString()).substring(0, KEY_LENGTH) + ".txt"));
        }
    }
}
