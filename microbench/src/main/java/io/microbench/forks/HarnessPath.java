// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Completes a class path with the running harness, so that a fork server can be started from it.
 *
 * <p>A class path with its own harness keeps it; if that harness is too old for a fork server, the running one is put in
 * front. Other missing entries, such as JMH, are appended: entries of the class path itself take precedence.
 */
public final class HarnessPath {

    private static final String ANY_HARNESS = "io/microbench/AbstractMicrobenchmark.class";

    /** One class of each jar that generates benchmark code, or that a fork loads before its benchmark. */
    static final List<String> WITNESSES = List.of(
            "io.microbench.fork.ForkProbe",
            "org.openjdk.jmh.runner.Runner",
            "org.openjdk.jmh.generators.reflection.RFGeneratorSource",
            "joptsimple.OptionParser",
            "org.apache.commons.math3.stat.descriptive.summary.Sum");

    private static final List<String> JUNIT = List.of("org/junit/", "org/opentest4j/");
    /** One class of each jar of the JUnit Platform. */
    private static final List<String> PLATFORM_WITNESSES = List.of(
            "org.junit.platform.engine.TestEngine",
            "org.junit.platform.commons.JUnitException",
            "org.opentest4j.AssertionFailedError");

    private HarnessPath() {}

    /**
     * Returns the class path for a JVM that runs the suite of the given class path.
     *
     * <p>The JUnit Platform is taken from the class path. If the class path lacks it, the running platform is added in
     * front, even if the class path has parts of the platform (as Jupiter's annotations require), because parts of two
     * versions do not work together.
     */
    public static List<String> forSuite(List<String> classPath) {
        Set<String> all = new LinkedHashSet<>();
        boolean platform = holds(classPath, file(PLATFORM_WITNESSES.get(0)));
        if (!platform && holds(classPath, file(PLATFORM_WITNESSES.get(1)))) {
            addLocations(all, PLATFORM_WITNESSES);
        }
        all.addAll(complete(classPath));
        if (!platform) {
            addLocations(all, PLATFORM_WITNESSES);
        }
        return List.copyOf(all);
    }

    /**
     * Returns whether the same code runs if the running harness and some libraries are put in front of the class path:
     * the class path contains none of them, or the same build of each.
     *
     * @param libraries a class of each library, in addition to the harness's libraries
     */
    public static boolean isSameBehindHarness(List<String> classPath, List<String> libraries) {
        List<String> files = Stream.of(WITNESSES, PLATFORM_WITNESSES, libraries)
                .flatMap(List::stream)
                .map(HarnessPath::file)
                .toList();
        return expanded(classPath).stream().allMatch(entry -> areOwnOrMissing(Path.of(entry), files));
    }

    private static boolean areOwnOrMissing(Path entry, List<String> files) {
        if (Files.isDirectory(entry)) {
            return files.stream().noneMatch(file -> Files.exists(entry.resolve(file)));
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            for (String file : files) {
                JarEntry there = jar.getJarEntry(file);
                if (there != null && !isOwn(file, there.getCrc())) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOwn(String file, long checksum) throws IOException {
        URL own = HarnessPath.class.getClassLoader().getResource(file);
        return own != null
                && own.openConnection() instanceof JarURLConnection jar
                && isCopy(jar.getJarEntry(), checksum);
    }

    /** Returns whether the entry has the checksum, or is a copy in a newer format whose comment has it. */
    static boolean isCopy(JarEntry own, long checksum) {
        return own.getCrc() == checksum || Long.toHexString(checksum).equals(own.getComment());
    }

    private static void addLocations(Set<String> classPath, List<String> classNames) {
        classNames.forEach(name -> location(name).ifPresent(classPath::add));
    }

    /** Returns the class path of a fork server for the given class path. */
    public static List<String> complete(List<String> classPath) {
        Set<String> all = new LinkedHashSet<>();
        String own = location(HarnessPath.class.getName()).orElse("");
        if (!holds(classPath, file(HarnessPath.class.getName())) && holds(classPath, ANY_HARNESS)) {
            all.add(own);
        }
        all.addAll(classPath);
        all.add(own);
        addLocations(all, WITNESSES);
        if (Files.isDirectory(Path.of(own))) {
            // Only the jar of the harness contains its libraries. JUnit is that of the class path, or is added by
            // forSuite.
            Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator))
                    .filter(entry -> JUNIT.stream().noneMatch(folder -> holds(List.of(entry), folder)))
                    .forEach(all::add);
        }
        all.remove("");
        return List.copyOf(all);
    }

    public static String file(String className) {
        return className.replace('.', '/') + ".class";
    }

    public static Optional<String> location(String className) {
        try {
            return location(Class.forName(className, false, HarnessPath.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    static Optional<String> location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()).toString());
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Returns whether one of the entries has the given file; {@code folder/*} stands for all jars of a folder. */
    public static boolean holds(List<String> classPath, String file) {
        return expanded(classPath).stream().anyMatch(entry -> holds(Path.of(entry), file));
    }

    /** Returns the entries, with the jars of a folder instead of {@code folder/*}. */
    static List<String> expanded(List<String> classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath) {
            if (entry.endsWith(File.separator + "*") || entry.equals("*")) {
                String folder = entry.substring(0, entry.length() - 1);
                entries.addAll(jars(Path.of(folder.isEmpty() ? "." : folder)));
            } else {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static List<String> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).filter(f -> f.endsWith(".jar")).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean holds(Path entry, String file) {
        if (Files.isDirectory(entry)) {
            return Files.exists(entry.resolve(file));
        }
        if (!Files.isRegularFile(entry)) {
            return false;
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            return jar.getEntry(file) != null;
        } catch (IOException e) {
            return false;
        }
    }
}
