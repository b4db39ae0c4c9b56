// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * Moves the jars of JMH and of the harness to the front of a fork's class path.
 *
 * <p>A class archive requires that the class path begins with the jars it was created with, while under Surefire the
 * folders of the module come first. Other entries keep their order, and the jars are moved only if that changes no
 * class: none of their classes may be in an entry before them.
 *
 * @param jars those of JMH and the harness, as absolute paths
 * @param all the complete class path, these jars first
 */
record ForkClassPath(List<Path> jars, List<String> all) {

    /** One class of each jar that a fork loads before it reaches the benchmark. */
    static final List<String> WITNESSES = List.of(
            "io.microbench.fork.ForkProbe",
            "org.openjdk.jmh.runner.Runner",
            "joptsimple.OptionParser",
            "org.apache.commons.math3.stat.descriptive.summary.Sum");

    ForkClassPath {
        jars = List.copyOf(jars);
        all = List.copyOf(all);
    }

    /**
     * Returns the class path of this JVM's forks in that order; empty if it must not be changed.
     *
     * @param packed packs a folder of classes into a jar that replaces it
     */
    static Optional<ForkClassPath> ofThisJvm(Function<Path, Optional<Path>> packed) {
        List<String> entries =
                new ArrayList<>(List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        Set<Path> wanted = new LinkedHashSet<>();
        for (String witness : WITNESSES) {
            Optional<Path> location =
                    HarnessPath.location(witness).map(Path::of).map(ForkClassPath::absolute);
            Optional<Path> jar = location.filter(Files::isDirectory).isPresent() ? location.flatMap(packed) : location;
            if (jar.isEmpty()) {
                return Optional.empty();
            }
            wanted.add(jar.get());
            entries.replaceAll(entry ->
                    absolute(Path.of(entry)).equals(location.get()) ? jar.get().toString() : entry);
        }
        return of(entries, wanted);
    }

    /** Returns the entries with the wanted jars first; empty if one is not a jar or missing, or if a class would change. */
    static Optional<ForkClassPath> of(List<String> entries, Set<Path> wanted) {
        List<String> others = new ArrayList<>();
        Set<Path> found = new HashSet<>();
        Set<String> names = new HashSet<>();
        List<Path> before = new ArrayList<>();
        try {
            for (Path jar : wanted) {
                if (!Files.isRegularFile(jar)) {
                    return Optional.empty();
                }
                names.addAll(content(jar));
            }
            for (String entry : entries) {
                Path path = absolute(Path.of(entry));
                if (wanted.contains(path)) {
                    found.add(path);
                } else {
                    if (found.size() < wanted.size()) {
                        before.add(path);
                    }
                    others.add(entry);
                }
            }
            if (!found.equals(wanted) || hasOneOf(before, names)) {
                return Optional.empty();
            }
        } catch (IOException | RuntimeException e) {
            // An entry that cannot be read may contain any class.
            return Optional.empty();
        }
        List<String> all = new ArrayList<>(wanted.stream().map(Path::toString).toList());
        all.addAll(others);
        return Optional.of(new ForkClassPath(List.copyOf(wanted), all));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static boolean hasOneOf(List<Path> entries, Set<String> names) throws IOException {
        Set<String> folders = names.stream().map(ForkClassPath::folder).collect(Collectors.toCollection(HashSet::new));
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                Set<String> there = folders.stream()
                        .filter(folder -> Files.isDirectory(entry.resolve(folder)))
                        .collect(Collectors.toSet());
                if (names.stream()
                        .filter(name -> there.contains(folder(name)))
                        .anyMatch(name -> Files.exists(entry.resolve(name)))) {
                    return true;
                }
            } else if (Files.exists(entry) && content(entry).stream().anyMatch(names::contains)) {
                return true;
            }
        }
        return false;
    }

    private static String folder(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    /** Returns the files in a jar, without {@code META-INF}, which only has licences and manifests. */
    private static List<String> content(Path jar) throws IOException {
        List<String> names = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
                    names.add(entry.getName());
                }
            }
        }
        return names;
    }
}
