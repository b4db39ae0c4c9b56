// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.Checkouts.MavenBuild;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MavenBuildTest {

    @TempDir
    Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void benchmarks(String classes) throws IOException {
        // A part of each class file with such a method.
        file(classes + "/A.class", "Lorg/openjdk/jmh/annotations/Benchmark;");
    }

    private MavenBuild build(String module) {
        return new MavenBuild(root, module);
    }

    @Test
    void buildsModuleWithItsDependencies() throws IOException {
        file("suites/codec/pom.xml", "<project/>");

        assertThat(build("suites/codec").command(false))
                .startsWith("mvn", "-B", "-q", "-DskipTests", "-pl", "suites/codec", "-am", "test-compile");
        assertThat(build("suites/codec").directory()).isEqualTo(root.resolve("suites/codec"));
    }

    @Test
    void buildsWholeRoot() throws IOException {
        file("pom.xml", "<project/>");

        assertThat(build("").command(false))
                .containsExactly(
                        "mvn",
                        "-B",
                        "-q",
                        "-DskipTests",
                        "test-compile",
                        "dependency:build-classpath",
                        "-Dmdep.outputFile=target/microbench.classpath",
                        "-Dmdep.pathSeparator=" + File.pathSeparator);
    }

    @Test
    void prefersMavenWrapper() throws IOException {
        file("pom.xml", "<project/>");
        String wrapper = File.separatorChar == '/' ? "mvnw" : "mvnw.cmd";
        file(wrapper, "");

        assertThat(build("").command(false))
                .first()
                .isEqualTo(root.resolve(wrapper).toString());
    }

    @Test
    void ordersTestClassesBeforeDependencies() throws IOException {
        benchmarks("codec/target/test-classes");
        Files.createDirectories(root.resolve("codec/target/classes"));
        file(
                "codec/target/microbench.classpath",
                "/lib/a.jar" + File.pathSeparator + File.pathSeparator + "/lib/b.jar\n");

        assertThat(build("codec").classPath())
                .containsExactly(
                        root.resolve("codec/target/test-classes").toString(),
                        root.resolve("codec/target/classes").toString(),
                        "/lib/a.jar",
                        "/lib/b.jar");
    }

    @Test
    void acceptsBenchmarksInMainClassesOnly() throws IOException {
        benchmarks("target/classes");

        assertThat(build("").classPath())
                .containsExactly(root.resolve("target/classes").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n"})
    void acceptsModuleWithoutDependencies(String list) throws IOException {
        benchmarks("target/test-classes");
        file("target/microbench.classpath", list);

        assertThat(build("").classPath()).hasSize(1);
    }

    @Test
    void namesModuleWithoutBenchmarks() throws IOException {
        Files.createDirectories(root.resolve("codec/target/classes"));

        assertThatThrownBy(() -> build("codec").classPath())
                .hasMessageStartingWith("Module \"codec\" of this revision has no benchmarks")
                .hasMessageEndingWith("Use --module to specify the module with the benchmarks.");
    }
}
