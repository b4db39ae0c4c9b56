// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.settings.ConfigurationException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildTest {

    @TempDir
    Path folder;

    @BeforeEach
    void fill() throws IOException {
        Files.createDirectories(folder.resolve("classes"));
        Files.createDirectories(folder.resolve("lib"));
        new JarOutputStream(Files.newOutputStream(folder.resolve("after.jar")), new Manifest()).close();
    }

    @Test
    void prefersOwnSettings() {
        Build build = new Build("lib", List.of("lib.jar"), Path.of("here"));
        Build g1 = build.measured("g1", Map.of("microbench.jvmArgs", "-XX:+UseG1GC"));

        assertThat(g1.name()).isEqualTo("g1");
        assertThat(g1.classPath()).isEqualTo(build.classPath());
        assertThat(g1.with(List.of("more.jar")).settings(Map.of("microbench.jvmArgs", "-Xint", "forks", "3")))
                .containsExactly(Map.entry("forks", "3"), Map.entry("microbench.jvmArgs", "-XX:+UseG1GC"));
        assertThat(new Builds(g1, g1).areVariants()).isFalse();
        assertThat(new Builds(build, g1).areVariants()).isTrue();
    }

    @Test
    void refusesSeparatorInPath() throws IOException {
        Path odd = Files.createDirectory(folder.resolve("a" + File.pathSeparator + "b"));

        assertThatThrownBy(() -> Build.ofClassPath(odd.toString(), folder))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("which separates the entries of a class path")
                .hasMessageContaining("rename the folder");
        assertThatThrownBy(() -> Build.ofClassPath(".", odd)).hasMessageContaining("rename the folder");
    }

    @Test
    void acceptsJarsFoldersAndClassPaths() {
        Build build =
                Build.ofClassPath("after.jar" + File.pathSeparator + "classes" + File.pathSeparator + "lib/*", folder);

        assertThat(build.classPath())
                .containsExactly(
                        folder.resolve("after.jar").toString(),
                        folder.resolve("classes").toString(),
                        folder.resolve("lib") + File.separator + "*");
        assertThat(build.directory()).isEqualTo(folder);
        assertThat(build.name()).startsWith("after.jar");
    }

    @Test
    void namesFileThatIsNotAJar() throws IOException {
        Path file = Files.writeString(folder.resolve("half.jar"), "PK");

        assertThatThrownBy(() -> Build.ofClassPath("classes" + File.pathSeparator + "half.jar", folder))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(file + " is not a valid jar (")
                .hasMessageEndingWith("). Expected a jar or a folder of classes.");
    }

    @Test
    void appendsLibraries() {
        Build build = Build.ofClassPath("classes", folder).with(List.of("x.jar"));

        assertThat(build.classPath()).containsExactly(folder.resolve("classes").toString(), "x.jar");
    }

    @Test
    void namesMissingEntries() {
        assertThatThrownBy(() -> Build.ofClassPath("befor.jar", folder))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("There is no befor.jar in " + folder
                        + ". Expected a jar, a folder of classes, or several of these" + " separated by "
                        + File.pathSeparator + ".");
        assertThatThrownBy(() -> Build.ofClassPath("nowhere/*", folder)).hasMessageContaining("There is no nowhere/*");
        assertThatThrownBy(() -> Build.ofClassPath("", folder)).hasMessageContaining("\"\" is not a build");
        assertThatThrownBy(() -> Build.ofClassPath("a\0b", folder)).hasMessageContaining("cannot be on a class path");
    }
}
