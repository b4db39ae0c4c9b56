// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.runner.BenchmarkList;

/** Finds the benchmark classes in folders of this JVM's class path that were compiled without JMH's annotation processor. */
public final class UnlistedClasses {

    private static final String SUFFIX = ".class";

    private UnlistedClasses() {}

    /** Returns the classes in the order of the class path, not initialized; none from a folder with a list. */
    static List<Class<?>> onClassPath() {
        return Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isDirectory)
                .filter(folder -> Files.notExists(folder.resolve(BenchmarkList.BENCHMARK_LIST.substring(1))))
                .<Class<?>>flatMap(folder -> in(folder).stream())
                .toList();
    }

    /** Returns whether a folder contains a class with {@code @Benchmark} methods. */
    public static boolean haveBenchmarks(Path folder) {
        return classFiles(folder).stream().anyMatch(UnlistedClasses::namesBenchmark);
    }

    private static List<Class<?>> in(Path folder) {
        // A benchmark may be inherited: then only the class file of its base class has the annotation.
        return haveBenchmarks(folder)
                ? classFiles(folder).stream()
                        .<Class<?>>flatMap(file -> load(folder.relativize(file)))
                        .toList()
                : List.of();
    }

    private static List<Path> classFiles(Path folder) {
        try (Stream<Path> walked = Files.walk(folder)) {
            return walked.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean namesBenchmark(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                    .contains(Benchmark.class.descriptorString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the class; empty if it has no benchmarks or cannot be loaded. */
    private static Stream<Class<?>> load(Path file) {
        String name = file.toString();
        name = name.substring(0, name.length() - SUFFIX.length()).replace(File.separatorChar, '.');
        try {
            Class<?> type = Class.forName(name, false, UnlistedClasses.class.getClassLoader());
            return BenchmarkClass.isBenchmarkClass(type) || BenchmarkClass.isRefused(type)
                    ? Stream.of(type)
                    : Stream.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            return Stream.empty();
        }
    }
}
