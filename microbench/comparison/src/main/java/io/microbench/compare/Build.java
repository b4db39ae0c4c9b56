// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.settings.ConfigurationException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * A build that can be measured: compiled benchmarks with their dependencies.
 *
 * @param name the name shown to the user
 * @param classPath absolute entries: jars, folders of classes, or {@code folder/*} for all jars in a folder
 * @param directory the working directory of its forks
 * @param settings settings of this build only, which override those of both sides; used to compare two configurations
 */
public record Build(String name, List<String> classPath, Path directory, Map<String, String> settings) {

    public Build {
        classPath = List.copyOf(classPath);
        settings = Map.copyOf(settings);
    }

    /** Creates a build that is measured with the settings of both sides. */
    public Build(String name, List<String> classPath, Path directory) {
        this(name, classPath, directory, Map.of());
    }

    /**
     * Returns the build with the given class path: a jar, a folder of classes, or several of these.
     *
     * @param text entries separated as on the command line of {@code java}
     * @param directory the folder that relative entries are resolved against; also the working directory of forks
     * @throws ConfigurationException if an entry does not exist
     */
    public static Build ofClassPath(String text, Path directory) {
        List<String> entries = entries(text, directory.toAbsolutePath());
        if (entries.isEmpty()) {
            throw new ConfigurationException(
                    "\"" + text + "\" is not a build; expected a jar, a folder of classes, or several"
                            + " of these separated by " + File.pathSeparator + ".");
        }
        return new Build(text, entries, directory.toAbsolutePath());
    }

    /** Returns this build with libraries appended to its class path. */
    public Build with(List<String> libraries) {
        return new Build(
                name, Stream.concat(classPath.stream(), libraries.stream()).toList(), directory, settings);
    }

    /** Returns a copy of this build with another name and its own settings. */
    public Build measured(String other, Map<String, String> own) {
        return new Build(other, classPath, directory, own);
    }

    Map<String, String> settings(Map<String, String> ofBoth) {
        Map<String, String> all = new TreeMap<>(ofBoth);
        all.putAll(settings);
        return all;
    }

    /**
     * Makes the entries of a class path absolute.
     *
     * @throws ConfigurationException if one of them does not exist
     */
    public static List<String> entries(String classPath, Path directory) {
        if (classPath.contains(File.pathSeparator) && Files.exists(directory.resolve(classPath))) {
            throw containsSeparator(directory.resolve(classPath));
        }
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(entry -> absolute(entry, directory))
                .toList();
    }

    private static ConfigurationException containsSeparator(Path path) {
        return new ConfigurationException(path + " contains \"" + File.pathSeparator
                + "\", which separates the entries of a class path. Expected a path without it: rename the folder, or name"
                + " a symbolic link to it.");
    }

    private static String absolute(String entry, Path directory) {
        boolean wildcard = entry.equals("*") || entry.endsWith("/*") || entry.endsWith(File.separator + "*");
        String name = wildcard ? entry.substring(0, entry.length() - 1) : entry;
        try {
            Path path = directory.resolve(name).normalize();
            if (wildcard ? Files.isDirectory(path) : Files.exists(path)) {
                requireReadable(path);
                if (path.toString().contains(File.pathSeparator)) {
                    throw containsSeparator(path);
                }
                return wildcard ? path + File.separator + "*" : path.toString();
            }
        } catch (InvalidPathException e) {
            throw new ConfigurationException("\"" + entry + "\" cannot be on a class path: " + e.getMessage());
        }
        throw new ConfigurationException("There is no " + entry + " in " + directory + ". Expected a jar, a folder of"
                + " classes, or several of these separated by " + File.pathSeparator + ".");
    }

    /**
     * Checks that a file is a jar; a folder is always accepted.
     *
     * @throws ConfigurationException if a file is not a jar: Java would silently omit it from a class path
     */
    public static void requireReadable(Path entry) {
        if (Files.isRegularFile(entry)) {
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                // The jar can be opened.
            } catch (IOException e) {
                throw new ConfigurationException(
                        entry + " is not a valid jar (" + e.getMessage() + "). Expected a jar or a folder of classes.");
            }
        }
    }
}
