/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The other modules of the build that this JVM is one module of.
 *
 * <p>A filter is one for the whole build, a test JVM is one for a module. Whether the filter means another module can only be
 * told from its sources: it may not be compiled yet.
 */
final class Reactor {

    private static final String PROJECT = "MavenProject: ";
    private static final String FILE = " @ ";

    private final List<Path> others;

    private Reactor(List<Path> others) {
        this.others = others;
    }

    /**
     * Reads the list of modules.
     *
     * @param text Maven's own text for its projects, {@code [MavenProject: group:artifact:version @ /path/pom.xml, ...]}
     * @param here the folder of the module that this JVM belongs to
     */
    static Reactor of(String text, Path here) {
        List<Path> others = new ArrayList<>();
        int at = text.indexOf(PROJECT);
        while (at >= 0) {
            int next = text.indexOf(PROJECT, at + PROJECT.length());
            String project = text.substring(at, next < 0 ? text.length() : next);
            int file = project.indexOf(FILE);
            int end = project.lastIndexOf(next < 0 ? ']' : ',');
            if (file >= 0 && end > file) {
                Path folder =
                        Path.of(project.substring(file + FILE.length(), end)).getParent();
                if (folder != null
                        && !folder.normalize().equals(here.toAbsolutePath().normalize())) {
                    others.add(folder);
                }
            }
            at = next;
        }
        return new Reactor(others);
    }

    /** Returns the folders of the other modules, in the order of the build. */
    List<Path> others() {
        return others;
    }

    /** Scans the sources of the other modules; those that cannot be read count as empty. */
    SourceScan scan() {
        List<String> sources = new ArrayList<>();
        for (Path module : others) {
            Path root = module.resolve("src");
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .sorted()
                            .map(Reactor::content)
                            .forEach(sources::add);
                } catch (IOException | UncheckedIOException e) {
                    // A folder that vanishes meanwhile holds no benchmark either.
                }
            }
        }
        return SourceScan.of(sources);
    }

    private static String content(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
