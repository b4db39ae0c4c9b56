// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compiles one module of a checked-out Maven project, with the modules it needs, and finds its class path.
 *
 * <p>Both happen in one call of Maven: only then are the classes of sibling modules found that are not installed.
 */
final class MavenBuild {

    private static final String CLASS_PATH_FILE = "target/microbench.classpath";
    private static final String LIST = "META-INF/BenchmarkList";

    private final Path root;
    private final String module;

    /** Creates a build of the module in the given folder below the root; "" is the root itself. */
    MavenBuild(Path root, String module) {
        this.root = root;
        this.module = module;
    }

    /**
     * Returns the command that compiles the module.
     *
     * @throws PreflightException if the revision has no such module, or no Maven build
     */
    List<String> command() {
        if (!Files.exists(directory().resolve("pom.xml"))) {
            throw new PreflightException("There is no pom.xml in " + (module.isEmpty() ? "the root" : module)
                    + " of this revision. Say which module has the benchmarks (--module), or how they are built and where their"
                    + " classes are (--build, --classes).");
        }
        List<String> command = new ArrayList<>(List.of(maven()));
        command.addAll(List.of("-B", "-q", "-DskipTests"));
        if (!module.isEmpty()) {
            command.addAll(List.of("-pl", module, "-am"));
        }
        command.addAll(List.of(
                "test-compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + CLASS_PATH_FILE,
                "-Dmdep.pathSeparator=" + File.pathSeparator));
        return command;
    }

    private String maven() {
        Path wrapper = root.resolve(File.separatorChar == '/' ? "mvnw" : "mvnw.cmd");
        return Files.isRegularFile(wrapper) ? wrapper.toString() : "mvn";
    }

    Path directory() {
        return root.resolve(module);
    }

    /**
     * Returns the class path of the benchmarks after the command has run: test classes, classes, dependencies.
     *
     * @throws PreflightException if the build produced no benchmarks; the message names modules that have some
     */
    List<String> classPath() throws IOException {
        Path target = directory().resolve("target");
        List<Path> classes = Stream.of("test-classes", "classes")
                .map(target::resolve)
                .filter(Files::isDirectory)
                .toList();
        if (classes.stream().noneMatch(folder -> Files.exists(folder.resolve(LIST)))) {
            List<String> others = modulesWithBenchmarks();
            throw new PreflightException("Module \"" + (module.isEmpty() ? "." : module)
                    + "\" of this revision has no benchmarks"
                    + " (no " + LIST + " in its classes). "
                    + (others.isEmpty()
                            ? "Name the module that has some with --module."
                            : "These modules have some: " + String.join(", ", others) + "; name one with --module."));
        }
        List<String> entries = new ArrayList<>();
        classes.forEach(folder -> entries.add(folder.toString()));
        Path file = directory().resolve(CLASS_PATH_FILE);
        String dependencies = Files.exists(file)
                ? Files.readString(file, StandardCharsets.UTF_8).strip()
                : "";
        Stream.of(dependencies.split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .forEach(entries::add);
        return entries;
    }

    private List<String> modulesWithBenchmarks() throws IOException {
        try (Stream<Path> files = Files.walk(root, 6)) {
            return files.filter(file -> file.endsWith(Path.of("META-INF", "BenchmarkList")))
                    .map(root::relativize)
                    .map(MavenBuild::moduleOf)
                    .flatMap(Optional::stream)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    /** Returns the folder that contains {@code target}. */
    private static Optional<String> moduleOf(Path file) {
        for (int i = 1; i < file.getNameCount(); i++) {
            if (file.getName(i).toString().equals("target")) {
                return Optional.of(file.subpath(0, i).toString());
            }
        }
        return Optional.empty();
    }
}
