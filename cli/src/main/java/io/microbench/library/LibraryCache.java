// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Libraries.MavenSetup;
import io.microbench.text.Sha256;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Caches which files libraries consist of.
 *
 * <p>A version that was published does not change, so an answer holds as long as its files are unchanged. The
 * name of its file is a digest of the coordinates, Maven's settings, the variables that they use, the local repository
 * and the JDK, by which profiles are activated.
 */
final class LibraryCache {

    /** A profile whose activation depends on properties, variables or files, which no digest contains. */
    private static final Pattern CONDITION =
            Pattern.compile("<activation>(?!\\s*<activeByDefault>[^<]*</activeByDefault>\\s*</activation>)");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?:env\\.)?([^}]+)}");
    /** Digits of a digest in hexadecimal: enough to distinguish any two answers. */
    private static final int KEY_LENGTH = 24;
    /** Of a line: coordinates, length and time of the file, and the file. */
    private static final int FIELDS = 4;

    private final Path folder;
    private final MavenSetup setup;

    LibraryCache(Path folder, MavenSetup setup) {
        this.folder = folder;
        this.setup = setup;
    }

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
